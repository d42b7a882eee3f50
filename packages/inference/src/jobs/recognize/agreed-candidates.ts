import type { RecognizeSegmentInput } from '@locutor/contract';
import { bonusOf } from '../../search/guide.ts';
import { type Reading, readHypothesis } from '../../search/reading.ts';
import { sumOf, textLogProbs, tokenLogProbs } from '../../search/text-log-probs.ts';
import type { Candidate } from './candidate.ts';
import { fallingScores, freeCandidate, readingsOf } from './free-candidates.ts';
import type { FreeSearch } from './free-search.ts';
import { type MixedText, mixedTexts, writtenLike } from './mixed-texts.ts';

/**
 * So many texts of each model are judged by the other one. Word errors in 72 clips as people recorded them at home, with
 * one, two or four: 9.2, 9.0 and 8.9 %; the best text of Moonshine base has 11.2, of Whisper small 9.9.
 */
const JUDGED = 4;

/**
 * A text with this score or more is taken as it is. Of 1,236 words that 120 people recorded at home 119 are wrong by one
 * model and 100 by both. Asking the second one only below 0.95, 0.93, 0.9 and 0.8: 103, 98, 104 and 112, in 0.30, 0.23,
 * 0.19 and 0.12 × the length of the audio (0.43 where it is always asked). Both halves of the speakers agree.
 */
const SURE = 0.93;

/** Whether a model is so sure of its best text that no other one has to be asked. */
export function needsNoSecond(
  [best]: readonly Candidate[],
  { sentences }: Pick<RecognizeSegmentInput, 'sentences'>,
): boolean {
  return sentences === 1 && best !== undefined && best.score >= SURE;
}

interface Opinion extends Pick<FreeSearch, 'segment' | 'guide'> {
  readings: Reading[];
}

/** A text, and what both models make of it: the sum of its log probabilities, bonuses of hints included. */
interface Judged {
  candidate: Candidate;
  total: number;
}

/**
 * The texts that two models found, and mixtures of their best ones, ordered by what both models make of them. The
 * models err differently: where one misheard, it often finds the other's text more probable than its own (scored by
 * teacher forcing). Both count alike: weights from 0.5 to 2 for the second model were not better on both halves of the
 * speakers.
 */
export async function agreedCandidates(first: FreeSearch, second: FreeSearch): Promise<Candidate[]> {
  const [one, other] = [opinionOf(first), opinionOf(second)];
  const [best, otherBest] = [one.readings[0], other.readings[0]];
  if (first.segment.input.sentences === 1 && best && best.text === otherBest?.text) {
    return [candidateOf(one, best)];
  }
  const judged: Judged[] = [];
  for (const reading of one.readings) {
    const total = reading.hypothesis.total + (await totalBy(other, reading));
    judged.push({ candidate: candidateOf(one, reading), total });
  }
  for (const reading of other.readings.filter(({ text }) => isNew(text, judged))) {
    const total = (await totalBy(one, reading)) + reading.hypothesis.total;
    judged.push({ candidate: candidateOf(other, reading), total });
  }
  if (best && otherBest) {
    for (const mixed of mixedTexts(best, otherBest)) {
      const mixture = await judgedMixture(one, other, mixed, judged);
      if (mixture) judged.push(mixture);
    }
  }
  judged.sort((a, b) => b.total - a.total);
  return fallingScores(judged.map(({ candidate }) => candidate));
}

function isNew(text: string, judged: readonly Judged[]): boolean {
  return judged.every(({ candidate }) => candidate.text !== text);
}

function opinionOf(search: FreeSearch): Opinion {
  const { segment, guide } = search;
  const most = Math.max(JUDGED, segment.input.sentences);
  return { segment, ...(guide && { guide }), readings: readingsOf(search).slice(0, most) };
}

function candidateOf({ segment, readings }: Opinion, reading: Reading): Candidate {
  return freeCandidate(segment, reading, readings[0]!);
}

/** Of a text that another model wrote. Hints count as much as they did for the writer. */
async function totalBy({ segment, readings }: Opinion, reading: Reading): Promise<number> {
  const own = readings.find(({ text }) => text === reading.text);
  if (own) return own.hypothesis.total;
  const { logProbs, total } = reading.hypothesis;
  const bonus = total - sumOf(logProbs);
  const written = readings[0]
    ? writtenLike(readings[0], reading)
    : reading.source.map(({ text }) => text).join(' ');
  const [logProb] = await textLogProbs(segment, [written]);
  return logProb! + bonus;
}

/** As a text of the first model; undefined where it is judged already. */
async function judgedMixture(
  one: Opinion,
  other: Opinion,
  { asOne, asOther }: MixedText,
  judged: readonly Judged[],
): Promise<Judged | undefined> {
  const { segment, guide } = one;
  const { model, language, input } = segment;
  const tokens = model.vocabulary.encode(asOne);
  const read = (logProbs: number[], total: number) => {
    const hypothesis = { tokens, logProbs, total, ended: true, state: undefined };
    return readHypothesis(model.vocabulary, hypothesis, language, input.written);
  };
  if (!isNew(read([], 0).text, judged)) return undefined;
  const bonus = guide ? bonusOf(guide, tokens, model.shape.endToken) : 0;
  const logProbs = await tokenLogProbs(segment, asOne);
  const total = sumOf(logProbs) + bonus;
  const [otherLogProb] = await textLogProbs(other.segment, [asOther]);
  return { candidate: candidateOf(one, read(logProbs, total)), total: total + otherLogProb! + bonus };
}
