import { type Piece, wordsWanted } from './piece.ts';
import type { RecognizeSegmentInput, SegmentRequest } from './types.ts';

/** What a model is asked about the samples of a piece. */
export function segmentInput(
  { segment, audioEnd }: Pick<Piece, 'segment' | 'audioEnd'>,
  samples: Float32Array,
  { model, language, sentences, words, written, hints, grammars, voice, emotion }: SegmentRequest,
): RecognizeSegmentInput {
  const { audioStart } = segment;
  const within = (time: number) => Math.min(Math.max(time, audioStart), audioEnd) - audioStart;
  return {
    samples,
    speech: segment.speech.map(({ start, end }) => ({ start: within(start), end: within(end) })),
    model,
    language,
    sentences,
    words: wordsWanted(segment, words),
    written,
    ...(hints && { hints }),
    ...(grammars && { grammars }),
    ...(voice && { voice, isFirst: segment.index === 0 }),
    ...(emotion && { emotion }),
  };
}
