import type { EnginePool } from '../pool/engine-pool.ts';
import type {
  AudioSegment,
  FindSegmentsInput,
  FindSegmentsOutput,
  RecognizeSegmentInput,
  RecognizeSegmentOutput,
} from './types.ts';

/** A pool whose processes know the two kinds of work that a recognition is made of. */
export type RecognitionPool = EnginePool<{
  'find-segments': { input: FindSegmentsInput; output: FindSegmentsOutput; partial: AudioSegment };
  'recognize-segment': { input: RecognizeSegmentInput; output: RecognizeSegmentOutput; partial: never };
}>;
