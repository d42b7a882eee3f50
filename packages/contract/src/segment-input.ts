import type { AudioSegment, RecognizeSegmentInput, SegmentRequest } from './recognition.ts';

/** A segment without its samples. Times are seconds from the start of the audio. */
export interface PlacedSegment {
  segment: Omit<AudioSegment, 'samples'>;
  /** Where its samples end. */
  audioEnd: number;
}

/** What a model is asked about the samples of a piece. */
export function segmentInput(
  { segment, audioEnd }: PlacedSegment,
  samples: Float32Array,
  request: SegmentRequest,
): RecognizeSegmentInput {
  const { audioStart } = segment;
  const within = (time: number) => Math.min(Math.max(time, audioStart), audioEnd) - audioStart;
  return {
    ...request,
    words: wordsWanted(segment, request.words),
    samples,
    isFirst: segment.index === 0,
    speech: segment.speech.map(({ start, end }) => ({ start: within(start), end: within(end) })),
  };
}

/** Which words have to be known of a piece: those asked for, and all where it must be fitted to its neighbour. */
function wordsWanted(
  segment: PlacedSegment['segment'],
  asked: SegmentRequest['words'],
): SegmentRequest['words'] {
  return segment.overlapsUntil !== undefined || segment.overlapsNext ? 'all' : asked;
}
