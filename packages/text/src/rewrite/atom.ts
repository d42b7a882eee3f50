import { tidy } from '../characters.ts';

/** A piece of an input word that a rule of the written form may read: a whole word, or a part of "twenty-five". */
export interface Atom {
  /** In lower case, without punctuation. */
  word: string;
  /** As it came, without punctuation. */
  raw: string;
  lead: string;
  trail: string;
  /** The input word it is part of. */
  source: number;
  /** The sign that joins it to the atom before, of the same input word. */
  joint: string;
}

const SHAPE =
  /^((?:(?![-+]?(?:US|R)?[$€£¥₹]?\d)[^\p{L}\p{M}\p{N}$€£¥₹°%])*)(.*?)([^\p{L}\p{M}\p{N}$€£¥₹°%]*)$/u;
const LETTERS = /^[\p{L}\p{M}]+$/u;

/** Splits words; hyphens part only words that begin with number words, and keep what follows those as punctuation. */
export function atomsOf(words: readonly string[], isNumberWord: (word: string) => boolean): Atom[] {
  const atoms: Atom[] = [];
  for (const [source, input] of words.entries()) {
    const whole = LETTERS.test(input) ? undefined : SHAPE.exec(tidySigns(input));
    const [lead, core, trail] = whole ? [whole[1]!, whole[2]!, whole[3]!] : ['', input, ''];
    const parts = core.includes('-') ? numberParts(core, isNumberWord) : undefined;
    if (!parts) {
      atoms.push({ word: core.toLowerCase(), raw: core, lead, trail, source, joint: '' });
      continue;
    }
    for (const [at, raw] of parts.words.entries()) {
      const last = at === parts.words.length - 1;
      atoms.push({
        word: raw.toLowerCase(),
        raw,
        lead: at === 0 ? lead : '',
        trail: last ? parts.rest + trail : '',
        source,
        joint: at === 0 ? '' : '-',
      });
    }
  }
  return atoms;
}

// Other apostrophes and hyphens only matter where a rule reads them; words that no rule touches keep theirs.
function tidySigns(word: string): string {
  return /[a-z]/i.test(word) ? tidy(word) : word;
}

function numberParts(core: string, isNumberWord: (word: string) => boolean) {
  const parts = core.split('-');
  const count = parts.findIndex((part) => !isNumberWord(part.toLowerCase()));
  if (count === 0) return undefined;
  if (count < 0) return { words: parts, rest: '' };
  const rest = parts.slice(count);
  if (rest.some((part) => part === '' || isNumberWord(part.toLowerCase()))) return undefined;
  return { words: parts.slice(0, count), rest: `-${rest.join('-')}` };
}

/** The word at `at` where nothing but a blank or a hyphen stands between it and the one before. */
export function wordAt(atoms: readonly Atom[], at: number): string | undefined {
  const atom = atoms[at];
  if (!atom) return undefined;
  return at === 0 || (atom.lead === '' && atoms[at - 1]!.trail === '') ? atom.word : undefined;
}

/** The same, where a comma may stand between: "one million, two hundred", "March third, 2021". */
export function wordAfterComma(atoms: readonly Atom[], at: number): string | undefined {
  const atom = atoms[at];
  if (!atom || at === 0) return atom?.word;
  return atom.lead === '' && /^,?$/.test(atoms[at - 1]!.trail) ? atom.word : undefined;
}

/** The word before `at` where nothing stands between them. */
export function wordBefore(atoms: readonly Atom[], at: number): string | undefined {
  return at > 0 && atoms[at]!.lead === '' && atoms[at - 1]!.trail === '' ? atoms[at - 1]!.word : undefined;
}
