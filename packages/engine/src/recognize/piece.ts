import type {
  BoundAlternative,
  EmotionScores,
  PlacedSegment,
  RecognitionStatus,
  RecognizedWord,
  RecognizeSegmentOutput,
  SegmentAlternative,
  SegmentVoice,
} from '@locutor/contract';
import { wordSeparator } from '@locutor/text';
import { findSeam } from './seam.ts';

/** A piece of audio on its way through recognition. Times are seconds from the start of the audio. */
export interface Piece extends PlacedSegment {
  /** Undefined until it is done. */
  outcome: PieceOutcome | undefined;
  /** The words that the piece before has too were removed. */
  merged?: true;
}

export type PieceOutcome =
  | {
      status: 'done';
      /** What was asked for, or what was detected. */
      language: string;
      alternatives: SegmentAlternative[];
      bound: BoundAlternative[];
      voice?: SegmentVoice;
      emotion?: EmotionScores;
    }
  | { status: Extract<RecognitionStatus, 'failure' | 'recognition-timeout'> };

/** What a model made of a piece whose samples begin at `audioStart`. */
export function doneOutcome(output: RecognizeSegmentOutput, audioStart: number): PieceOutcome {
  const alternatives = output.alternatives.filter(({ text }) => text !== '');
  return {
    status: 'done',
    language: output.language,
    alternatives: alternatives.map((each) => moved(each, audioStart)),
    bound: output.bound.map((each) => moved(each, audioStart)),
    ...(output.voice && { voice: output.voice }),
    ...(output.emotion && { emotion: output.emotion }),
  };
}

/** Removes the words of an overlap from one of the neighbours that both have them. */
export function mergeSeams(pieces: readonly Piece[]): void {
  for (const [index, after] of pieces.entries()) {
    const before = pieces[index - 1];
    const until = after.segment.overlapsUntil;
    if (before?.outcome?.status !== 'done' || after.outcome?.status !== 'done' || until === undefined)
      continue;
    if (after.merged) continue;
    after.merged = true;
    const from = after.segment.audioStart;
    const { alternatives: left, language: leftLanguage } = before.outcome;
    const { alternatives: right, language: rightLanguage } = after.outcome;
    const [bestLeft = [], bestRight = []] = [left[0]?.words, right[0]?.words];
    const kept = left.map(({ words }) => findSeam(words, bestRight, from, until).keep);
    const skipped = right.map(({ words }) => findSeam(bestLeft, words, from, until).skip);
    before.outcome.alternatives = distinct(
      left.map((each, at) => withWords(each, each.words.slice(0, kept[at]), leftLanguage)),
    );
    after.outcome.alternatives = distinct(
      right.map((each, at) => withWords(each, each.words.slice(skipped[at]), rightLanguage)),
    );
  }
}

function withWords(
  alternative: SegmentAlternative,
  words: RecognizedWord[],
  language: string,
): SegmentAlternative {
  if (words.length === alternative.words.length) return alternative;
  return { ...alternative, words, text: words.map((word) => word.text).join(wordSeparator(language)) };
}

/** Alternatives that differed in what was removed are the same now. */
function distinct(alternatives: readonly SegmentAlternative[]): SegmentAlternative[] {
  const texts = new Set<string>(['']);
  return alternatives.filter(({ text }) => !texts.has(text) && texts.add(text));
}

function moved<Alternative extends SegmentAlternative>(
  alternative: Alternative,
  seconds: number,
): Alternative {
  return {
    ...alternative,
    words: alternative.words.map((word) => ({
      ...word,
      start: word.start + seconds,
      end: word.end + seconds,
    })),
  };
}
