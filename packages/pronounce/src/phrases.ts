import { pronouncerOf } from './languages.ts';
import type { SpokenWord } from './say/spoken-word.ts';
import { withEmphasis } from './say/stress.ts';
import type { Manner } from './segment.ts';
import type { Mark, Utterance } from './utterance.ts';

/** The model takes 510 signs at once; it hurries long before that. */
export const MOST_PHONEMES = 300;
// A comma this far into a phrase that is too long is a good place to cut it.
const GOOD_CUT = 100;

/** The words of a sentence as phrases that the model can say at once. */
export function* phrasesOf(
  words: readonly SpokenWord[],
  marks: readonly { name: string; before: number }[],
  manner: Manner,
): Generator<Utterance> {
  const said = pronouncerOf(manner.language)
    .sounds(words)
    .map((sounds, at) => withEmphasis(sounds, words[at]!.emphasis));
  for (let from = 0; from < words.length; ) {
    const to = endOfPhrase(words, said, from);
    const { phonemes, starts } = joined(words, said, from, to);
    const isLast = to === words.length;
    const here = marks.filter(({ before }) => before >= from && (before < to || isLast));
    const placed = here.map(({ name, before }) => ({ name, at: starts[before - from] ?? phonemes.length }));
    // A single "word" of thousands of letters is cut where it must be.
    const parts = slices(phonemes);
    for (const [at, part] of parts.entries())
      yield made(part, words.slice(from, to), at === 0 ? placed : [], manner);
    from = to;
  }
}

function made(
  phonemes: string,
  words: readonly SpokenWord[],
  marks: Mark[],
  { language, voice, rate, volume, pitch }: Manner,
): Utterance {
  const text = textOf(words);
  return { phonemes, text, language, ...(voice && { voice }), rate, volume, pitch, breakMs: 0, marks };
}

function textOf(words: readonly SpokenWord[]): string {
  return words
    .map(({ written }) => written)
    .filter((written) => written !== '')
    .join(' ');
}

/** Cuts at the last comma that fits, or at the last word. */
function endOfPhrase(words: readonly SpokenWord[], said: readonly string[], from: number): number {
  let length = 0;
  let comma = -1;
  for (let at = from; at < words.length; at++) {
    length += said[at]!.length + words[at]!.trail.length + 1;
    if (length > MOST_PHONEMES && at > from) return comma > from ? comma : at;
    if (words[at]!.trail && length >= GOOD_CUT) comma = at + 1;
  }
  return words.length;
}

function joined(
  words: readonly SpokenWord[],
  said: readonly string[],
  from: number,
  to: number,
): { phonemes: string; starts: number[] } {
  let phonemes = '';
  const starts: number[] = [];
  for (let at = from; at < to; at++) {
    if (said[at] !== '' && phonemes !== '') phonemes += ' ';
    starts.push(phonemes.length);
    phonemes += said[at];
    if (phonemes !== '' && !/[;:,.!?—…]$/.test(phonemes)) phonemes += words[at]!.trail;
  }
  return { phonemes, starts };
}

function slices(phonemes: string): string[] {
  const parts: string[] = [];
  for (let at = 0; at < phonemes.length || at === 0; at += MOST_PHONEMES)
    parts.push(phonemes.slice(at, at + MOST_PHONEMES));
  return parts;
}
