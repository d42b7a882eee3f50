import type { Agreement } from './agreement.ts';
import type { NumberSigns } from './written-number.ts';

/** How a language says what is written with figures and signs: the part of it that the shared rules need. */
export interface Lexicon {
  cardinal(value: number, agreement?: Agreement): string[];
  /** Digit by digit. */
  digits(run: string): string[];
  /** Digits with no separator and no unit: a year, a code or a number. */
  run(run: string): string[];
  /** The digits after the point. */
  decimals(run: string): string[];
  signs: NumberSigns;
  /** The word for the sign that separates decimals, and for the one that does not. */
  point: string;
  minus: string;
  dot: string;
  at: string;
  slash: string;
  /** For the stroke of "$20/month". */
  per: string;
  dash: string;
  underscore: string;
  colon: string;
  number: string;
  hash: string;
  /** Spoken signs: percent, ampersand, plus... */
  symbols: ReadonlyMap<string, readonly string[]>;
  /** Shortened words, without their full stop. */
  abbreviations: ReadonlyMap<string, readonly string[]>;
}
