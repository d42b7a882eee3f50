import type { SoundReader } from '../../sounds/sound-reader.ts';
import type { SoundReading } from '../../sounds/sound-reading.ts';
import type { Hypothesis } from '../beam-search.ts';
import type { SegmentSearch } from '../segment-search.ts';
import { soundsUnlike } from './acceptance.ts';
import { type BoundSentence, GrammarGuide } from './grammar-guide.ts';
import type { GuideMemory } from './guide-memory.ts';
import { type HeardSentence, heardAs, heardSentences } from './heard-sentences.ts';
import { soundDistance } from './sound-distance.ts';
import { type SpokenForms, spokenForms } from './spoken-forms.ts';
import { isExact, type SpokenSentence } from './spoken-sentences.ts';
import type { BoundGrammar } from './threads.ts';

/** Sentences that sound most like what was heard, beside those that were found by their text. */
const MOST_ALIKE = 3;
/** Those that lack so much more than the one that sounds most like it are left behind, whatever their text. */
const CLOSE = 30;
/**
 * What a sentence lacks in its sounds counts so much beside what it lacks as a text. Of 134 pairs of a digit string and a grammar, by
 * speakers whom the network of sounds of then had never heard, 131 were right with it, 130 where sounds count four times as much, and
 * 128 where both count alike.
 */
const PER_SOUND_LACK = 0.06;

interface Sentences {
  freeText: string;
  /** Found by their text. */
  found: readonly SpokenSentence[];
  grammars: readonly BoundGrammar[];
  memory: GuideMemory;
}

/**
 * Sentences by their text and by their sounds together, best first: those that were found, and those of the grammars that
 * sound most like what was heard. Where free speech has "she now controls a boat" for "Tina can draw", the sounds are still
 * those of the sentence.
 */
export async function judgeSentences(
  segment: SegmentSearch,
  reader: SoundReader,
  { freeText, found, grammars, memory }: Sentences,
): Promise<SpokenSentence[]> {
  const { encoded, language, checkpoint } = segment;
  const reading = await reader.read(encoded.inner!, encoded.frames);
  // What the best sentence sounds like may not be known: then its text alone says whether it was said.
  if (found[0] && !lackOf(found[0], reader, reading)) return [...found];
  const heard = await heardSentences(reader, reading, grammars, { memory, most: MOST_ALIKE, checkpoint });
  const all: SpokenSentence[] = found.map((each) => {
    const sentenceLack = lackOf(each, reader, reading);
    return { ...each, ...(sentenceLack && { sentenceLack }) };
  });
  const least = Math.min(...all.slice(1).map(lackIn), ...heard.map(({ lack }) => lack.logProb));
  if (all[0] && lackIn(all[0]) <= least) return all;
  const known = new Map<string, Promise<SpokenForms>>();
  const formsOf = (text: string) => {
    const forms = known.get(text) ?? spokenForms(segment, text);
    known.set(text, forms);
    return forms;
  };
  for (const each of heard) {
    if (found.some(({ sentence }) => isSame(sentence, each))) continue;
    const text = each.words.join(' ');
    const { best: hypothesis } = await formsOf(text);
    const guide = new GrammarGuide(segment.model.vocabulary, [grammars[each.lm]!], memory);
    const sentence = asWritten(guide, hypothesis, each);
    if (!sentence) continue;
    const judged = { logProb: hypothesis.total, distance: soundDistance(text, freeText, language) };
    const exact = isExact(sentence, freeText, language);
    all.push({ sentence, hypothesis, share: 0, ...judged, exact, sentenceLack: each.lack });
  }
  return bestFirst(all, formsOf);
}

function isSame({ lm, words }: BoundSentence, heard: HeardSentence): boolean {
  return lm === heard.lm && words.map(({ word }) => word).join(' ') === heard.words.join(' ');
}

/** The sentence with the tokens of its words. */
function asWritten(
  guide: GrammarGuide,
  hypothesis: Hypothesis,
  heard: HeardSentence,
): BoundSentence | undefined {
  const state = guide.read(hypothesis);
  return state && guide.sentences(state).find((sentence) => isSame(sentence, heard));
}

function lackOf({ sentence }: SpokenSentence, reader: SoundReader, reading: SoundReading) {
  // Nobody knows the sounds of what GARBAGE takes.
  if (sentence.words.some(({ filler }) => filler)) return undefined;
  return heardAs(wordsOf(sentence), reader, reading);
}

function wordsOf({ words }: BoundSentence): string[] {
  return words.map(({ word }) => word);
}

/** What a sentence lacks in its sounds; more than anything where it sounds otherwise, or nobody knows how it sounds. */
function lackIn({ sentenceLack: lack }: SpokenSentence): number {
  return lack && !soundsUnlike(lack) ? lack.logProb : Number.POSITIVE_INFINITY;
}

/** Those that sound like what was heard by their text and their sounds; the others behind them, by their text. */
async function bestFirst(
  all: readonly SpokenSentence[],
  formsOf: (text: string) => Promise<SpokenForms>,
): Promise<SpokenSentence[]> {
  const least = Math.min(...all.map(lackIn));
  const close = all.filter((each) => lackIn(each) < least + CLOSE);
  if (close.length === 0) return [...all];
  const rest = all.filter((each) => !close.includes(each));
  const weights = new Map<SpokenSentence, number>();
  for (const each of close) {
    // One alone needs no comparison.
    const forms = close.length > 1 ? await formsOf(textOf(each)) : { logProb: 0 };
    weights.set(each, forms.logProb - PER_SOUND_LACK * lackIn(each));
  }
  const most = Math.max(...weights.values());
  const chances = new Map([...weights].map(([each, weight]) => [each, Math.exp(weight - most)]));
  const judged = close.toSorted((a, b) => chances.get(b)! - chances.get(a)!);
  const last = chances.get(judged.at(-1)!)!;
  for (const each of rest) chances.set(each, last * each.share);
  // The same sentence of several grammars has all of its share in each.
  const texts = new Map([...chances].map(([each, chance]) => [textOf(each), chance]));
  const sum = [...texts.values()].reduce((sum, chance) => sum + chance, 0);
  return [...judged, ...rest].map((each) => ({ ...each, share: chances.get(each)! / sum }));
}

function textOf({ sentence }: SpokenSentence): string {
  return wordsOf(sentence).join(' ');
}
