import {
  type FoundSegment,
  type PlacedSegment,
  type RecognizeSegmentOutput,
  type SegmentRequest,
  segmentInput,
} from '@locutor/contract';
import { type LivePool, runSteadily } from './live-pool.ts';
import type { PartialTurns } from './partial-turns.ts';

/** All that recognises the segments of a session. */
export interface LivePasses {
  readonly pool: LivePool;
  /** Those who give way. */
  readonly turns: PartialTurns;
  readonly passes: readonly SegmentRequest[];
  readonly client: string;
  readonly signal: AbortSignal;
}

export function placedOf({ audioEnd, whole: _, ...segment }: FoundSegment): PlacedSegment {
  return { segment, audioEnd };
}

/** What each pass makes of a segment; `least` as `leastSpeech` says. */
export function recognizePasses(
  placed: PlacedSegment,
  samples: Float32Array,
  least: number | undefined,
  continues: 'ahead' | 'in-turn',
  { pool, turns, passes, client, signal }: LivePasses,
): Promise<RecognizeSegmentOutput>[] {
  turns.giveWay(passes.length);
  const doubt = least !== undefined && { leastSpeech: least };
  return passes.map((pass) =>
    runSteadily(
      pool,
      'recognize-segment',
      { ...segmentInput(placed, samples, pass), ...doubt },
      { client, signal, continues },
    ),
  );
}
