import type { Readable } from 'node:stream';
import { separatorBetween, type TranscriptSegment, transcriptOf } from '@locutor/transcripts';
import type { FastifyReply } from 'fastify';
import { errorStatus } from '../../http/error-status.ts';
import { eventStream } from '../../http/event-stream.ts';
import type { Unnumbered } from '../recognize/recognize.ts';
import type { FinishedCall } from '../recognize/recognize-call.ts';
import { errorBody } from './error-body.ts';
import { diarizedSegment, logprobsOf, segmentId } from './transcription.ts';
import type { Wanted } from './wanted.ts';

/** A transcription as server-sent events, each segment as soon as it is recognised. */
export function streamedAnswer(
  run: (onResult: (result: Unnumbered) => void) => Promise<FinishedCall>,
  check: (ran: FinishedCall) => Promise<void>,
  wanted: Wanted,
  reply: FastifyReply,
): Promise<Readable> {
  return eventStream(
    async (write) => {
      const text = new StreamedText(wanted);
      const ran = await run((result) => {
        for (const event of text.add(result)) write(event);
      });
      await check(ran);
      write(text.done());
    },
    (failure, write) => write(errorBody(failure, errorStatus[failure.code])),
    reply,
  );
}

/** What was said so far. */
class StreamedText {
  readonly #wanted: Wanted;
  readonly #segments: TranscriptSegment[] = [];
  #text = '';

  constructor(wanted: Wanted) {
    this.#wanted = wanted;
  }

  /** The events of one more segment; none where nothing was understood. */
  add(result: Unnumbered): object[] {
    return transcriptOf([result]).segments.flatMap((segment) => {
      const delta = separatorBetween(this.#text, segment.text) + segment.text;
      const index = this.#segments.push(segment) - 1;
      const before = this.#text;
      this.#text += delta;
      const diarized = this.#wanted.format === 'diarized_json';
      const textEvent = {
        type: 'transcript.text.delta',
        delta,
        ...this.#logprobs([segment], before),
        ...(diarized && { segment_id: segmentId(index) }),
      };
      return diarized ? [textEvent, diarizedSegment(segment, index)] : [textEvent];
    });
  }

  done(): object {
    return { type: 'transcript.text.done', text: this.#text, ...this.#logprobs(this.#segments) };
  }

  #logprobs(segments: readonly TranscriptSegment[], before = ''): object {
    return this.#wanted.logprobs ? { logprobs: logprobsOf(segments, before) } : {};
  }
}
