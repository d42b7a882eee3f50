import { ordinalWord, SCALES, SMALL, TENS } from './numbers.ts';

/** Cardinals of one word, 1 to 90. */
export const VALUES: ReadonlyMap<string, number> = new Map([
  ...SMALL.slice(1).map((word, at): [string, number] => [word, at + 1]),
  ...TENS.slice(2).map((word, at): [string, number] => [word, (at + 2) * 10]),
  ['fourty', 40],
]);

/** Ordinals of one word, 1 to 90. */
export const ORDINALS: ReadonlyMap<string, number> = new Map(
  [...VALUES].map(([word, value]): [string, number] => [ordinalWord(word), value]),
);

export const SCALE_VALUES: ReadonlyMap<string, number> = new Map(SCALES);

/** What divides one: "third", "quarter", "tenth". A second is a time. */
export const PARTS: ReadonlyMap<string, number> = new Map([
  ['half', 2],
  ['third', 3],
  ['quarter', 4],
  ...[...ORDINALS].filter(([, value]) => value >= 4 && value <= 10),
]);

export const PLURAL_PARTS: ReadonlyMap<string, number> = new Map(
  [...PARTS]
    .filter(([word]) => word !== 'half')
    .map(([word, value]): [string, number] => [`${word}s`, value]),
);

/** "eighties" */
export const TENS_PLURALS: ReadonlyMap<string, number> = new Map(
  TENS.slice(2).map((word, at): [string, number] => [`${word.slice(0, -1)}ies`, (at + 2) * 10]),
);

/** Zero as it is said among other digits. */
export const ZEROS: ReadonlySet<string> = new Set(['zero', 'oh', 'o', 'nought', 'naught']);

/** Words by which a hyphen parts: "twenty-five", "two-thirds". */
export function isNumberWord(word: string): boolean {
  return (
    VALUES.has(word) ||
    ORDINALS.has(word) ||
    SCALE_VALUES.has(word) ||
    PLURAL_PARTS.has(word) ||
    word === 'half' ||
    word === 'hundred' ||
    word === 'hundredth' ||
    word === 'thousandth' ||
    word === 'zero' ||
    word === 'oh'
  );
}

/** Words that a number follows as a name. */
export const NAMES_BEFORE =
  /^(?:number|chapter|page|room|step|option|press|dial|line|level|version|route|gate|flight|channel|track|question|figure|unit|apartment|plus|minus|times|equals)$/;
