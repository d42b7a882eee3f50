import type { SoundReader } from '../../sounds/sound-reader.ts';
import type { SoundReading } from '../../sounds/sound-reading.ts';
import type { Hypothesis } from '../beam-search.ts';
import type { SegmentSearch } from '../segment-search.ts';
import { soundsUnlike } from './acceptance.ts';
import { type BoundSentence, GrammarGuide } from './grammar-guide.ts';
import type { GuideMemory } from './guide-memory.ts';
import { heardAs } from './heard-as.ts';
import { type HeardSentence, heardSentences } from './heard-sentences.ts';
import { sentenceText, sentenceWords } from './sentence-text.ts';
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
  const all: SpokenSentence[] = found.map((each) => {
    const sentenceLack = lackOf(each, reader, reading);
    return { ...each, ...(sentenceLack && { sentenceLack }) };
  });
  // What the best sentence sounds like may not be known: then its text alone says whether it was said.
  if (all[0] && !all[0].sentenceLack) return [...found];
  const tools = { reader, memory, checkpoint };
  const heard = await heardSentences(reading, grammars, { ...tools, most: MOST_ALIKE });
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

function isSame(sentence: BoundSentence, heard: HeardSentence): boolean {
  return sentence.lm === heard.lm && sentenceText(sentence) === heard.words.join(' ');
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
  return heardAs(sentenceWords(sentence), reader, reading)?.lack;
}

/** What a sentence lacks in its sounds; more than anything where it sounds otherwise, or nobody knows how it sounds. */
function lackIn({ sentenceLack: lack }: SpokenSentence): number {
  return lack && !soundsUnlike(lack) ? lack.logProb : Number.POSITIVE_INFINITY;
}

interface Weighed {
  readonly spoken: SpokenSentence;
  /** Its log probability, but for a number that is the same for all. */
  readonly weight: number;
}

/** Those that sound like what was heard by their text and their sounds; the others behind them, by their text. */
async function bestFirst(
  all: readonly SpokenSentence[],
  formsOf: (text: string) => Promise<SpokenForms>,
): Promise<SpokenSentence[]> {
  const least = Math.min(...all.map(lackIn));
  const close = all.filter((each) => lackIn(each) < least + CLOSE);
  if (close.length === 0) return [...all];
  const weighed: Weighed[] = [];
  for (const spoken of close) {
    // One alone needs no comparison.
    const text = close.length > 1 ? (await formsOf(sentenceText(spoken.sentence))).logProb : 0;
    weighed.push({ spoken, weight: text - PER_SOUND_LACK * lackIn(spoken) });
  }
  weighed.sort((a, b) => b.weight - a.weight);
  const last = weighed.at(-1)!.weight;
  const others = all.filter((each) => !close.includes(each));
  return withShares([
    ...weighed,
    ...others.map((spoken) => ({ spoken, weight: last + Math.log(spoken.share) })),
  ]);
}

/** Each with its part of the probability of all; the same sentence of several grammars has all of its part in each. */
function withShares(weighed: readonly Weighed[]): SpokenSentence[] {
  const [{ weight: most }] = weighed as [Weighed];
  const chanceOf = ({ weight }: Weighed) => Math.exp(weight - most);
  const byText = new Map(weighed.map((each) => [sentenceText(each.spoken.sentence), chanceOf(each)]));
  const sum = [...byText.values()].reduce((sum, chance) => sum + chance, 0);
  return weighed.map((each) => ({ ...each.spoken, share: chanceOf(each) / sum }));
}
