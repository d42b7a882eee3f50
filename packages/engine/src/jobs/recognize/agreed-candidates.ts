import type { RecognizeSegmentInput } from '../../contract/recognition.ts';
import type { Reading } from '../../search/reading.ts';
import { textLogProbs } from '../../search/text-log-probs.ts';
import type { Candidate } from './candidate.ts';
import type { DecodedSegment } from './decoded-segment.ts';
import { fallingScores, freeCandidate, readingsOf } from './free-candidates.ts';
import type { FreeSearch } from './free-search.ts';

/**
 * So many texts of each model are judged by the other one. Word errors in 72 clips as people recorded them at home, with
 * one, two or four: 9.2, 9.0 and 8.9 %; the best text of Moonshine base has 11.2, of Whisper small 9.9.
 */
const JUDGED = 2;

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

interface Opinion {
  segment: DecodedSegment;
  readings: Reading[];
}

/** A text, and what both models make of it: the sum of its log probabilities, bonuses of hints included. */
interface Judged {
  candidate: Candidate;
  total: number;
}

/**
 * The texts that two models found, ordered by what both make of them. The models err differently: where one misheard, it
 * often finds the other's text more probable than its own (scored by teacher forcing). Both count alike: weights from 0.5
 * to 3 for the second model were not better on both halves of the speakers.
 */
export async function agreedCandidates(first: FreeSearch, second: FreeSearch): Promise<Candidate[]> {
  const [one, other] = [opinionOf(first), opinionOf(second)];
  const best = one.readings[0];
  if (first.segment.input.sentences === 1 && best && best.text === other.readings[0]?.text) {
    return [candidateOf(one, best)];
  }
  const judged: Judged[] = [];
  for (const reading of one.readings) {
    const total = reading.hypothesis.total + (await totalBy(other, reading, one));
    judged.push({ candidate: candidateOf(one, reading), total });
  }
  const isNew = ({ text }: Reading) => one.readings.every((known) => known.text !== text);
  for (const reading of other.readings.filter(isNew)) {
    const total = (await totalBy(one, reading, other)) + reading.hypothesis.total;
    judged.push({ candidate: candidateOf(other, reading), total });
  }
  judged.sort((a, b) => b.total - a.total);
  return fallingScores(judged.map(({ candidate }) => candidate));
}

function opinionOf(search: FreeSearch): Opinion {
  const most = Math.max(JUDGED, search.segment.input.sentences);
  return { segment: search.segment, readings: readingsOf(search).slice(0, most) };
}

function candidateOf({ segment, readings }: Opinion, reading: Reading): Candidate {
  return freeCandidate(segment, reading, readings[0]!);
}

/** Of a text that another model wrote, with its capitals and commas. Hints count as much as they did for the writer. */
async function totalBy({ segment, readings }: Opinion, reading: Reading, writer: Opinion): Promise<number> {
  const own = readings.find(({ text }) => text === reading.text);
  if (own) return own.hypothesis.total;
  const { tokens, logProbs, total } = reading.hypothesis;
  const bonus = logProbs.reduce((left, logProb) => left - logProb, total);
  const written = writer.segment.model.vocabulary.decode(tokens);
  const [logProb] = await textLogProbs(segment, [written.trim()]);
  return logProb! + bonus;
}
