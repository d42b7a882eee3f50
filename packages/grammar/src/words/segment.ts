import { fold } from './fold.ts';
import type { WordOptions } from './options.ts';
import { splitWord } from './split-word.ts';

/** Tells whether a word occurs in the grammar: it settles how a doubtful chunk of text is cut. */
export type KnownWord = (word: string) => boolean;

// Scripts written without spaces between words: each character is a word of its own, on both sides, so that
// spaces between them never matter and no dictionary is needed.
const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
const unspacedWords =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]\p{M}*|[^\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]+/gu;
const plain = /^[\p{L}\p{M}\p{N}]+$/u;
const asciiPlain = /^[a-z0-9]+$/i;
// The marks at the end are sought from their first one only: a word with ten thousand marks inside takes no time.
const outerMarks = /^\p{P}+|(?<!\p{P})\p{P}+$/gu;
const apostrophes = /['\u2018\u2019\u02bc\uff07`´]/g;
const dotBetweenLetters = /(?<=\p{L})\.(?=\p{L})/gu;
const hyphens = /[-\u2010-\u2015\u2212_]+/u;
const digit = /\p{N}/u;
const closingMarks = /(?<!\p{P})\p{P}+$/u;
const wordPieces = /[\p{L}\p{M}\p{N}]+/gu;
// Up to three: GOOD is more probably a shouted word than four initials.
const noInitials = /[\p{Ll}\p{Lo}]|\p{L}{4}/u;

/**
 * Cuts a text into words, in the form in which they are compared. White space separates words. Marks around a word
 * are dropped, and inside a chunk:
 * - an apostrophe is dropped: `it's` is `its`, `o'clock` is `oclock`;
 * - a full stop between letters is dropped: `a.m.` is `am`;
 * - a hyphen separates: `twenty-five` is `twenty five`;
 * - anything else is cut the way the grammar knows its words: `$5` is `$ 5` where the grammar has `$`, `5pm` is
 *   `5 pm` where it has both, `5:30` is `5 : 3 0` where it has marks and single digits (see `splitWord`), `l'hôtel` is
 *   `l hôtel`, `e-mail` is `email`, `3.5` stays whole where it has `3.5`, and the initials `ABC` are `a b c` where it has
 *   single letters.
 */
export function segment(text: string, options: WordOptions, known: KnownWord): string[] {
  const words: string[] = [];
  for (const written of text.split(/\s+/u)) {
    const cut = { known, words, options, isInitials: !noInitials.test(written) };
    for (const chunk of fold(written, options).split(/\s+/u)) {
      if (chunk === '') continue;
      if (options.punctuation === 'exact' || asciiPlain.test(chunk)) splitKnown(chunk, cut);
      else segmentChunk(chunk, cut);
    }
  }
  return words;
}

interface Cut {
  readonly known: KnownWord;
  /** What has been cut so far. */
  readonly words: string[];
  readonly options: WordOptions;
  /** Whether the chunk is written in capitals, at most three in a row. */
  readonly isInitials: boolean;
}

function segmentChunk(chunk: string, cut: Cut): void {
  const { known, words, isInitials } = cut;
  if (unspaced.test(chunk)) {
    for (const part of chunk.match(unspacedWords) ?? [])
      if (unspaced.test(part)) words.push(part);
      else segmentChunk(part, cut);
    return;
  }
  if (plain.test(chunk)) {
    splitKnown(chunk, cut);
    return;
  }
  const bare = bareWord(chunk);
  if (bare === '') {
    // Marks alone are a word only where the grammar has that word.
    if (known(chunk)) words.push(chunk);
    return;
  }
  const whole = withoutApostrophes(bare).replace(dotBetweenLetters, '');
  const split = wordsAtHyphens(withoutApostrophes(bare));
  const wordsOnly: string[] = bare.match(wordPieces) ?? [];
  const candidates = [
    // First with numbers: the minus of -5 is lost in all that follow.
    ...(digit.test(chunk) ? [[chunk.replace(closingMarks, '')], splitWord(chunk, known, isInitials)] : []),
    split.length > 1 ? split : [whole],
    splitWord(chunk, known, isInitials),
    // The "i'm" of a grammar with single letters is no "i m".
    ...(wordsOnly.some((each) => each.length > 1) || withoutApostrophes(bare) === bare ? [wordsOnly] : []),
    [split.join('')],
  ];
  const chosen = candidates.find((candidate) => candidate.length > 0 && candidate.every(known));
  words.push(...(chosen ?? (split.length > 1 ? split : bare.match(hasInnerMarks) ? wordsOnly : [whole])));
}

/** A piece of text without the marks around it. */
export function bareWord(chunk: string): string {
  return chunk.replace(outerMarks, '');
}

/** The words of a piece of text with hyphens in it; full stops between letters are no part of them. */
export function wordsAtHyphens(bare: string): string[] {
  return bare
    .replace(dotBetweenLetters, '')
    .split(hyphens)
    .filter((part) => part !== '');
}

export function withoutApostrophes(word: string): string {
  return word.replace(apostrophes, '');
}

/** The same sign for every apostrophe. */
export function straightApostrophes(word: string): string {
  return word.replace(apostrophes, "'");
}

const hasInnerMarks = /[^\p{L}\p{M}\p{N}'\u2019.]/u;

/** `5pm`: unknown as a whole, but known as digits and letters. `2026`: known digit by digit. */
function splitKnown(chunk: string, { known, words, options, isInitials }: Cut): void {
  if (options.punctuation !== 'exact' && !known(chunk)) {
    const parts = splitWord(chunk, known, isInitials);
    if (parts.every(known)) {
      words.push(...parts);
      return;
    }
  }
  words.push(chunk);
}
