import type { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { BodyStream } from '../../http/body-stream.ts';
import { clientGone, sentContentType } from '../../http/client.ts';
import { clientOf } from '../../http/client-id.ts';
import { isForm } from '../../http/form-data.ts';
import { traceOf } from '../../http/plugins/tracing.ts';
import { callerOf } from '../caller.ts';
import { logCaller } from '../log-caller.ts';
import type { RecognitionResult } from '../results/result.ts';
import { audioFormat, type Variant } from './audio-format.ts';
import { type LiveCallWatch, type LiveServices, openLiveCall, UNBILLED } from './live-call.ts';
import { type CallHead, noAudio } from './request.ts';
import { resultEvents } from './streamed-results.ts';

/** Whether a body may still be spoken while it arrives: its length is not known, and nothing needs the whole of it. */
export function isLive({ raw }: FastifyRequest, { diarization }: CallHead): boolean {
  const chunked = raw.headers['transfer-encoding'] !== undefined;
  return chunked && !isForm(sentContentType(raw)) && diarization === undefined;
}

interface LiveRequest {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly head: CallHead;
  readonly variant: Variant;
}

/** RECOGNIZE as server-sent events, of a body that is recognised while it arrives. */
export function streamLiveBody(
  { request, reply, head, variant }: LiveRequest,
  services: LiveServices,
): Promise<Readable> {
  const { config } = services;
  const decode = audioFormat(sentContentType(request.raw), variant, config.rawRate);
  const who = { client: clientOf(request), caller: callerOf(request) };
  const call = { ...head, inline: [], ...who, partials: false, trace: traceOf(request) };
  // Speech arrives as slowly as it is spoken.
  const limits = {
    maxBytes: config.maxBodyBytes,
    waitMs: (config.maxAudioSeconds + config.requestSeconds) * 1000,
    pieceMs: config.requestSeconds * 1000,
  };
  logCaller(request, head.parameters.loggingTag);
  return resultEvents(async (events) => {
    const gone = clientGone(reply.raw);
    let [finish, fail] = [() => {}, (_error: unknown) => {}];
    const over = new Promise<void>((resolve, reject) => {
      [finish, fail] = [resolve, reject];
    });
    let goOn = () => {};
    const watch: LiveCallWatch = {
      onResult(result, transactionId) {
        if (!isEmptyEnd(result)) events.segment(result);
        if (!result.last_segment) return;
        events.end(transactionId);
        finish();
      },
      onFailure: fail,
      onDrain: () => goOn(),
      onUnbilled: (error) => request.log.error({ err: error }, UNBILLED),
    };
    const stop = new AbortController();
    const counted = { ...services, memory: request.server.bodyMemory };
    const live = await openLiveCall(call, counted, watch, AbortSignal.any([gone, stop.signal]));
    const body = new BodyStream(request.raw, limits);
    const read = async () => {
      for (let bytes = await body.read(); bytes; bytes = await body.read()) {
        if (live.write(bytes, decode)) continue;
        await new Promise<void>((resolve) => {
          goOn = resolve;
        });
      }
      if (body.received === 0) throw noAudio();
      live.end();
    };
    gone.addEventListener('abort', () => finish(), { once: true });
    read().catch(fail);
    await over.finally(() => {
      stop.abort();
      body.close();
    });
  }, reply);
}

/** Audio that ends in silence has no segment more; only sessions need a last result. */
function isEmptyEnd({ result_status, segment_index }: RecognitionResult): boolean {
  return result_status === 'NO_SPEECH' && segment_index > 0;
}
