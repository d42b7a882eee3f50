import type { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { eventStream } from '../../http/event-stream.ts';
import { errorAnswer } from '../../http/http-error.ts';
import type { RecognitionResult } from '../results/result.ts';
import type { BilledCall } from './answer-call.ts';
import type { Unnumbered } from './recognize.ts';

type Segment = Unnumbered | RecognitionResult;

export interface ResultEvents {
  /** How many were written. */
  readonly given: number;
  segment(result: Segment): void;
  end(transactionId: string | undefined): void;
}

/**
 * RECOGNIZE as server-sent events: `segment` for each as soon as it is known, then `end`. Nobody knows of a segment that it
 * is the last one before there is no other, so `end` says it instead.
 */
export function resultEvents(
  run: (events: ResultEvents) => Promise<void>,
  reply: FastifyReply,
): Promise<Readable> {
  return eventStream(
    (write) => {
      let given = 0;
      return run({
        get given() {
          return given;
        },
        segment(result) {
          const { alternatives, result_status, ...more } = result;
          const { last_segment: _last, segment_index: _index, ...rest } = more as Partial<RecognitionResult>;
          const numbered = { segment_index: given, final_result: true };
          write({ alternatives, result_status, ...numbered, ...rest }, 'segment');
          given += 1;
        },
        end(transactionId) {
          write(
            { segments: given, ...(transactionId !== undefined && { transaction_id: transactionId }) },
            'end',
          );
        },
      });
    },
    (failure, write) => write(errorAnswer(failure).body, 'error'),
    reply,
  );
}

/** Of a recording. */
export function streamedResults(
  run: (onResult: (result: Unnumbered) => void) => Promise<BilledCall>,
  reply: FastifyReply,
): Promise<Readable> {
  return resultEvents(async (events) => {
    const { results, transactionId } = await run((result) => events.segment(result));
    for (const each of results.slice(events.given)) events.segment(each);
    events.end(transactionId);
  }, reply);
}
