import { Type } from 'typebox';
import { readFlag } from '../../flag-word.ts';
import { type Hint, hints } from './hints.ts';
import type { Kind } from './kind.ts';

export interface Parameter<T> {
  readonly kind: Kind<T>;
  readonly default: T;
  readonly about: string;
}

export const flag: Kind<boolean> = {
  expected: 'true or false',
  schema: Type.Boolean,
  parse: readFlag,
};

export function integer(min: number, max: number, unit = ''): Kind<number> {
  return {
    expected: `an integer from ${min} to ${max}${unit}`,
    schema: (about) => Type.Integer({ minimum: min, maximum: max, ...about }),
    parse(text) {
      const number = /^[+-]?\d+$/.test(text) ? Number(text) : Number.NaN;
      return number >= min && number <= max ? number : undefined;
    },
  };
}

function text(pattern: RegExp, expected: string): Kind<string> {
  return {
    expected,
    schema: Type.String,
    parse: (value) => (pattern.test(value) ? value : undefined),
  };
}

export function parameter<T>(kind: Kind<T>, fallback: T, about: string): Parameter<T> {
  return { kind, default: fallback, about };
}

/**
 * Every configuration header of RECOGNIZE and INTERPRET, by its dotted name. On-premise takes the dotted and the
 * hyphenated form, hosted the hyphenated one only.
 */
export const parameters = {
  'decoder.maxSentences': parameter(integer(1, 10), 1, 'size of the n-best list'),
  'decoder.confidenceThreshold': parameter(integer(0, 100), 0, 'alternatives below it are dropped'),
  'decoder.wordDetails': parameter(integer(0, 2), 1, 'words for no, the first or all alternatives'),
  'decoder.continuousMode': parameter(flag, true, 'false stops after the first segment'),
  'decoder.startInputTimers': parameter(flag, true, 'start the enabled timers'),
  'noInputTimeout.enabled': parameter(flag, false, 'wait only so long for speech to start'),
  'noInputTimeout.value': parameter(integer(1, 600000, ' ms'), 5000, 'audio without a start of speech'),
  'recognitionTimeout.enabled': parameter(flag, false, 'limit the time of the whole recognition'),
  'recognitionTimeout.value': parameter(integer(1, 600000, ' ms'), 30000, 'wall clock'),
  'endpointer.enabled': parameter(flag, true, 'false: the whole audio is one segment'),
  'endpointer.headMargin': parameter(integer(0, 2000, ' ms'), 200, 'audio kept before speech'),
  'endpointer.tailMargin': parameter(integer(0, 2000, ' ms'), 400, 'audio kept after speech'),
  'endpointer.waitEnd': parameter(integer(100, 10000, ' ms'), 1000, 'silence that ends a segment'),
  'endpointer.levelMode': parameter(integer(0, 2), 0, 'amplitude gate: off, automatic, fixed'),
  'endpointer.levelThreshold': parameter(integer(0, 100, ' %'), 5, 'level of the fixed gate'),
  'endpointer.autoLevelLen': parameter(integer(0, 5000, ' ms'), 350, 'what the automatic gate learns from'),
  'endpointer.maxSegmentDuration': parameter(integer(1000, 60000, ' ms'), 25000, 'forced cut'),
  'endpointer.segmentOverlapTime': parameter(integer(0, 5000, ' ms'), 0, 'overlap at a forced cut'),
  'endpointer.requireInitialSilence': parameter(flag, false, 'speech at once is EARLY_SPEECH'),
  'hints.words': parameter<readonly Hint[]>(hints, [], 'words and phrases to favour in free speech'),
  'textify.enabled': parameter(flag, false, 'numbers, dates, times and money in written form'),
  loggingTag: parameter(
    text(/^[\x20-\x7e]{0,64}$/, 'at most 64 printable characters'),
    '',
    'written to the log',
  ),
  'license.manager.accountTag': parameter(
    text(/^[A-Za-z0-9_-]{0,32}$/, 'at most 32 letters, digits, hyphens and underscores'),
    '',
    'written to the billing record',
  ),
} as const satisfies Record<string, Parameter<unknown>>;

export type ParameterName = keyof typeof parameters;

type Value<P> = P extends Parameter<infer T> ? T : never;

/** What the parameters of a table are when they are read. */
export type ValuesOf<Table> = { readonly [Name in keyof Table]: Value<Table[Name]> };

export type Parameters = ValuesOf<typeof parameters>;
