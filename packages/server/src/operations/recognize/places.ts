import type { RecognizedSegment } from '@locutor/contract';
import type { RecognitionResult, ResultStatus } from '../results/result.ts';
import { seconds } from './alternatives.ts';
import type { Pass } from './passes.ts';

export interface PassSegment {
  readonly pass: Pass;
  readonly segment: RecognizedSegment;
}

/**
 * What every pass made of each segment, in the order of the audio. All passes cut the audio in the same way, so the same
 * start is the same speech; their positions may differ, because a pass that ended early left segments out.
 */
export function placesOf(
  passes: readonly Pass[],
  outcomes: readonly (readonly RecognizedSegment[])[],
): PassSegment[][] {
  const places = new Map<number, PassSegment[]>();
  for (const [index, segments] of outcomes.entries()) {
    for (const segment of segments) {
      const start = seconds(segment.start);
      places.set(start, [...(places.get(start) ?? []), { pass: passes[index]!, segment }]);
    }
  }
  return [...places].sort(([a], [b]) => a - b).map(([, place]) => place);
}

type Timed = Pick<RecognitionResult, 'result_status' | 'start_time' | 'end_time'>;

export const FINISHED: ReadonlySet<ResultStatus> = new Set(['RECOGNIZED', 'NO_MATCH']);

/**
 * The finished segments in their order, then why the others are not: one result for each reason, over the audio that
 * it is about. A client that reads up to the first result without success has then read all there is.
 */
export function finishedFirst<Result extends Timed>(results: readonly Result[]): Result[] {
  const finished = results.filter(({ result_status }) => FINISHED.has(result_status));
  const others = new Map<ResultStatus, Result>();
  for (const result of results) {
    if (FINISHED.has(result.result_status)) continue;
    const same = others.get(result.result_status);
    const end_time = Math.max(result.end_time, same?.end_time ?? 0);
    others.set(result.result_status, { ...(same ?? result), end_time });
  }
  return [...finished, ...others.values()];
}
