import { fold } from './fold.ts';
import type { WordOptions } from './options.ts';

/** Tells whether a word occurs in the grammar: it settles how a doubtful chunk of text is cut. */
export type KnownWord = (word: string) => boolean;

// Scripts written without blanks between words: each character is a word of its own, on both sides, so that
// blanks between them never matter and no dictionary is needed.
const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
const unspacedWords =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]\p{M}*|[^\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]+/gu;
const plain = /^[\p{L}\p{M}\p{N}]+$/u;
const asciiPlain = /^[a-z0-9]+$/i;
const outerMarks = /^\p{P}+|\p{P}+$/gu;
const apostrophes = /['\u2018\u2019\u02bc\uff07`´]/g;
const dotBetweenLetters = /(?<=\p{L})\.(?=\p{L})/gu;
const hyphens = /[-\u2010-\u2015\u2212_]+/u;
const pieces = /\p{L}[\p{L}\p{M}]*|\p{N}+|[^\p{L}\p{M}\p{N}\s]/gu;
const wordPieces = /[\p{L}\p{M}\p{N}]+/gu;

/**
 * Cuts a text into words, in the form in which they are compared. White space separates words. Marks around a word
 * are dropped, and inside a chunk:
 * - an apostrophe is dropped: `it's` is `its`, `o'clock` is `oclock`;
 * - a full stop between letters is dropped: `a.m.` is `am`;
 * - a hyphen separates: `twenty-five` is `twenty five`;
 * - anything else is cut the way the grammar knows its words: `$5` is `$ 5` where the grammar has `$`, `5pm` is
 *   `5 pm` where it has both, `l'hôtel` is `l hôtel`, `e-mail` is `email`, `3.5` stays whole where it has `3.5`.
 */
export function segment(text: string, options: WordOptions, known: KnownWord): string[] {
  const words: string[] = [];
  for (const chunk of fold(text, options).split(/\s+/u)) {
    if (chunk === '') continue;
    if (options.punctuation === 'exact' || asciiPlain.test(chunk)) splitKnown(chunk, known, words, options);
    else segmentChunk(chunk, known, words, options);
  }
  return words;
}

function segmentChunk(chunk: string, known: KnownWord, words: string[], options: WordOptions): void {
  if (unspaced.test(chunk)) {
    for (const part of chunk.match(unspacedWords) ?? [])
      if (unspaced.test(part)) words.push(part);
      else segmentChunk(part, known, words, options);
    return;
  }
  if (plain.test(chunk)) {
    splitKnown(chunk, known, words, options);
    return;
  }
  const bare = chunk.replace(outerMarks, '');
  if (bare === '') {
    // Marks alone are a word only where the grammar has that word.
    if (known(chunk)) words.push(chunk);
    return;
  }
  const whole = bare.replace(apostrophes, '').replace(dotBetweenLetters, '');
  const split = whole.split(hyphens).filter((part) => part !== '');
  const candidates = [
    split.length > 1 ? split : [whole],
    (chunk.match(pieces) ?? []).filter((piece) => plain.test(piece) || known(piece)),
    (bare.match(wordPieces) ?? []) as string[],
    [split.join('')],
  ];
  const chosen = candidates.find((candidate) => candidate.length > 0 && candidate.every(known));
  words.push(
    ...(chosen ?? (split.length > 1 ? split : bare.match(hasInnerMarks) ? candidates[2]! : [whole])),
  );
}

const hasInnerMarks = /[^\p{L}\p{M}\p{N}'\u2019.]/u;

/** `5pm`: unknown as a whole, but known as digits and letters. */
function splitKnown(chunk: string, known: KnownWord, words: string[], options: WordOptions): void {
  if (options.punctuation !== 'exact' && !known(chunk) && /\p{N}/u.test(chunk) && /\p{L}/u.test(chunk)) {
    const parts = chunk.match(pieces) ?? [];
    if (parts.every(known)) {
      words.push(...parts);
      return;
    }
  }
  words.push(chunk);
}
