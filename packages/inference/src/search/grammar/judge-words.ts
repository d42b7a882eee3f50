import type { SoundReader } from '../../sounds/sound-reader.ts';
import type { Hypothesis } from '../beam-search.ts';
import type { SegmentSearch } from '../segment-search.ts';
import { type Heard, heardAs } from './heard-as.ts';
import { type SingleWord, wordOf } from './single-words.ts';
import { soundDistance } from './sound-distance.ts';
import { spokenForms } from './spoken-forms.ts';
import type { SpokenSentence } from './spoken-sentences.ts';
import { withShares } from './word-shares.ts';

/** Words that sound most like what was heard, beside those that were found by their text. */
const MOST_ALIKE = 4;
/**
 * Those that lack so much more than the one that sounds most like it are left out: their text would not bring them to
 * the front.
 */
const CLOSE = 5;
/** Words between two looks whether the request has been canceled: some milliseconds. */
const WORDS_AT_ONCE = 20;

/**
 * Single words by their text and by their sounds together, best first: those that were found, and those of the grammars
 * that sound most like what was heard. A model that writes words takes "b" for "be" and "p" for "pee"; its inner states
 * know the sounds better than its text says.
 */
export async function judgeWords(
  segment: SegmentSearch,
  reader: SoundReader,
  { free, freeText, found, words }: Words,
): Promise<SpokenSentence[]> {
  const { encoded, language, checkpoint } = segment;
  const reading = await reader.read(encoded.inner!, encoded.frames);
  const heard = new Map<string, Heard | undefined>();
  for (const word of [...words.map((each) => each.word), ...found.map(wordOf)]) {
    if (heard.has(word)) continue;
    if (heard.size % WORDS_AT_ONCE === 0) await checkpoint();
    heard.set(word, heardAs([word], reader, reading));
  }
  const all = [...found];
  for (const word of mostAlike(heard)) {
    const lms = words.filter((each) => each.word === word).map(({ lm }) => lm);
    const missing = lms.filter(
      (lm) => !found.some((each) => each.sentence.lm === lm && wordOf(each) === word),
    );
    if (missing.length === 0) continue;
    const { best: hypothesis } = await spokenForms(segment, word);
    const distance = soundDistance(word, freeText, language);
    for (const lm of missing) {
      const sentence = { lm, words: [{ word, from: 0, to: hypothesis.tokens.length, filler: false }] };
      all.push({ sentence, hypothesis, logProb: hypothesis.total, share: 0, distance, exact: true });
    }
  }
  const judged = all.map((each) => {
    const wordLack = heard.get(wordOf(each))?.lack;
    return { ...each, ...(wordLack && { wordLack }) };
  });
  return withShares(judged, free, (word) => heard.get(word)?.sounds.join() ?? word);
}

/** The words that lack least in their sounds. */
function mostAlike(heard: ReadonlyMap<string, Heard | undefined>): string[] {
  const known = [...heard].flatMap(([word, each]) => (each ? [{ word, lack: each.lack.logProb }] : []));
  known.sort((a, b) => a.lack - b.lack);
  return known
    .filter(({ lack }) => lack < known[0]!.lack + CLOSE)
    .slice(0, MOST_ALIKE)
    .map(({ word }) => word);
}

interface Words {
  free: Hypothesis;
  freeText: string;
  /** Found by their text. */
  found: readonly SpokenSentence[];
  /** All that may be said. */
  words: readonly SingleWord[];
}
