import type { SpokenWord } from '../say/spoken-word.ts';

/** What a word does in its sentence, as far as its neighbours tell. */
export type Role = 'noun' | 'verb';

const words = (list: string): ReadonlySet<string> => new Set(list.split(' '));

const BEFORE_NOUNS = words(
  'a an the this that these those my your his her its our their no any some every each another which what whose of both such one two three four five six ten many more most several first last next new old good great big same other own for with by from on at in into per without than',
);
const BEFORE_VERBS = words(
  "to will would can could shall should may might must do does did don't didn't doesn't won't can't cannot couldn't wouldn't shouldn't mustn't i you we they who please let's lets not i'll you'll we'll they'll he'll she'll it'll i'd you'd we'd they'd he'd she'd never always also only just really usually often sometimes then gonna wanna",
);
const THIRD_PERSON = words('he she it who that which');
const AFTER_VERBS = words(
  'the a an this that these those my your his her its our their it him them me us you all every each everything himself themselves',
);

/** A verb after "to" and "will", a noun after "the" and "of"; what follows decides at the beginning of a sentence. */
export function roleOf(sentence: readonly SpokenWord[], at: number): Role {
  const before = sentence[at - 1]?.trail ? undefined : sentence[at - 1]?.text;
  const word = sentence[at]!.text;
  if (before !== undefined) {
    if (BEFORE_VERBS.has(before)) return 'verb';
    if (word.endsWith('s') && THIRD_PERSON.has(before)) return 'verb';
    if (BEFORE_NOUNS.has(before)) return 'noun';
  }
  if (sentence[at]!.trail) return 'noun';
  return AFTER_VERBS.has(sentence[at + 1]?.text ?? '') ? 'verb' : 'noun';
}
