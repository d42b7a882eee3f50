import type { SoundReader } from '../../sounds/sound-reader.ts';
import type { SoundReading } from '../../sounds/sound-reading.ts';
import { waysToSound } from '../../sounds/ways-to-sound.ts';
import type { Hypothesis } from '../beam-search.ts';
import type { SegmentSearch } from '../segment-search.ts';
import { logProbsOf, sumOf } from '../text-log-probs.ts';
import type { SingleWord } from './single-words.ts';
import { soundDistance } from './sound-distance.ts';
import { writtenForms } from './spoken-lack.ts';
import type { SpokenSentence } from './spoken-sentences.ts';

/** Words that sound most like what was heard, beside those that were found by their text. */
const MOST_ALIKE = 4;
/** Those that lack so much more than the one that sounds most like it are not looked at: their text would not bring them to the front. */
const CLOSE = 5;
/** Of a word that the frames have no room for, or that has no sounds. */
const LEAST_LOG_PROB = -1000;
/** What a word lacks as a text counts so much beside what it lacks in its sounds. */
const PER_LACK = 0.15;

export function isSingleWord({ sentence }: Pick<SpokenSentence, 'sentence'>): boolean {
  return sentence.words.length === 1 && !sentence.words[0]!.filler;
}

/**
 * Single words by their text and by their sounds together, best first: those that were found, and those of the grammars that
 * sound most like what was heard. A model that writes words takes "b" for "be" and "p" for "pee"; its inner states know
 * the sounds better than its text says.
 */
export async function judgeBySounds(
  segment: SegmentSearch,
  reader: SoundReader,
  { free, freeText, found, words }: Words,
): Promise<SpokenSentence[]> {
  const { encoded, language } = segment;
  const reading = await reader.read(encoded.inner!, encoded.frames);
  const clearest = Math.max(reading.logProbOf(reading.mostProbable()), reading.logProbOf([]));
  const lackOf = (word: string) => Math.max(0, clearest - logProbOf(reader, reading, word));
  const known = new Set(found.map(({ sentence }) => key(sentence.lm, sentence.words[0]!.word)));
  const lacks = words.map((each) => ({ ...each, lack: lackOf(each.word) }));
  const least = Math.min(...lacks.map(({ lack }) => lack));
  const alike = lacks
    .filter(({ lm, word, lack }) => lack < least + CLOSE && !known.has(key(lm, word)))
    .sort((a, b) => a.lack - b.lack)
    .slice(0, MOST_ALIKE);
  const all = [...found];
  for (const { lm, word } of alike) {
    const hypothesis = await mostProbable(segment, word);
    const sentence = { lm, words: [{ word, from: 0, to: hypothesis.tokens.length, filler: false }] };
    const distance = soundDistance(word, freeText, language);
    all.push({ sentence, hypothesis, logProb: hypothesis.total, share: 0, distance, exact: true });
  }
  const judged = all.map((each) => {
    const soundLack = lackOf(each.sentence.words[0]!.word);
    const lack = PER_LACK * Math.max(0, free.total - each.logProb) + soundLack;
    return { each: { ...each, soundLack }, lack };
  });
  judged.sort((a, b) => a.lack - b.lack);
  const sum = judged.reduce((total, { lack }) => total + Math.exp(judged[0]!.lack - lack), 0);
  return judged.map(({ each, lack }) => ({ ...each, share: Math.exp(judged[0]!.lack - lack) / sum }));
}

interface Words {
  free: Hypothesis;
  freeText: string;
  /** Found by their text. */
  found: readonly SpokenSentence[];
  /** All that may be said. */
  words: readonly SingleWord[];
}

function key(lm: number, word: string): string {
  return `${lm} ${word}`;
}

/** In the way to say it that fits best. */
function logProbOf(reader: SoundReader, reading: SoundReading, word: string): number {
  return Math.max(LEAST_LOG_PROB, ...waysToSound(reader, word).map((sounds) => reading.logProbOf(sounds)));
}

/** A word in the likeliest form that models write it in. */
async function mostProbable(segment: SegmentSearch, word: string): Promise<Hypothesis> {
  const forms: Hypothesis[] = [];
  for (const form of writtenForms(word)) {
    const tokens = segment.model.vocabulary.encode(form);
    const logProbs = await logProbsOf(segment, tokens);
    forms.push({ tokens, logProbs, total: sumOf(logProbs), ended: true, state: undefined });
  }
  return forms.reduce((best, form) => (form.total > best.total ? form : best));
}
