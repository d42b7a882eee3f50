import { Readable } from 'node:stream';
import { create as contentDisposition } from 'content-disposition';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { TRANSACTION_HEADER } from '../../http/http-error.ts';
import { mediaTypeOf } from '../encoders/encoded-format.ts';
import { MARKS_HEADER, marksHeader, mayHaveMarks, waitsForMarks } from './marks.ts';
import { beginSpeech, billingOf, billSpeech, type SynthesizeServices } from './serve-speech.ts';
import type { Speech } from './speech.ts';
import type { FinishedSpeech } from './speech-cache.ts';
import type { SpeechCall } from './speech-call.ts';

const CACHE_HEADER = 'x-cache';

interface Exchange {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

/**
 * Answers with the audio. It begins with the first audio, so that an error before that has its own status; an error later
 * cuts the connection in the middle of a chunked body, which no client takes for the end.
 */
export async function answerSpeech(
  call: SpeechCall,
  keyed: SynthesizeServices,
  exchange: Exchange,
): Promise<FastifyReply> {
  const { request, reply } = exchange;
  // What a GET would be answered, without the work: parameters have been checked.
  if (request.method === 'HEAD') return begin(call, reply).send(Readable.from([]));
  const services = { ...keyed, billing: await billingOf(call, keyed, request) };
  const served = await beginSpeech(call, services, exchange);
  if ('cached' in served) return sendWhole(served.cached, call, services, reply.header(CACHE_HEADER, 'hit'));
  const { speech } = served;
  if (call.cache) reply.header(CACHE_HEADER, 'miss');
  // HTTP/1.0 has no chunks: there a connection that is cut looks like the end.
  if (speech.done || waitsForMarks(call) || request.raw.httpVersion === '1.0') {
    const finished = { audio: await speech.whole(), ...(await speech.output) };
    if (call.cache) services.cache.set(call, finished);
    return sendWhole(finished, call, services, reply);
  }
  return sendStream(speech, call, services, reply);
}

/** The head of an answer with audio; errors have another. */
function begin({ format, mediaType, filename }: SpeechCall, reply: FastifyReply): FastifyReply {
  if (filename !== undefined) reply.header('content-disposition', contentDisposition(filename));
  return reply.type(mediaType ?? mediaTypeOf(format).type);
}

async function sendWhole(
  { audio, audioMs, marks }: FinishedSpeech,
  call: SpeechCall,
  { billing }: SynthesizeServices,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const transactionId = await billSpeech(call, billing, audioMs);
  if (transactionId !== undefined) reply.header(TRANSACTION_HEADER, transactionId);
  if (marks.length > 0) reply.header(MARKS_HEADER, marksHeader(marks));
  return begin(call, reply).send(audio);
}

/** What is known at the end of the audio stands in trailers. */
function sendStream(
  speech: Speech,
  call: SpeechCall,
  { billing, cache }: SynthesizeServices,
  reply: FastifyReply,
): FastifyReply {
  let transactionId: string | undefined;
  let marks = '[]';
  async function* parts() {
    const kept = new KeptParts(call.cache ? cache.largest : 0);
    try {
      for await (const part of speech.parts()) {
        kept.add(part);
        yield part;
      }
      const output = await speech.output;
      transactionId = await billSpeech(call, billing, output.audioMs);
      marks = marksHeader(output.marks);
      const audio = kept.all();
      if (audio) cache.set(call, { audio, ...output });
    } catch (error) {
      // To the log, where it is a fault of the server.
      reply.failureOf(error);
      throw error;
    }
  }
  if (call.accountTag !== '') reply.trailer(TRANSACTION_HEADER, async () => transactionId ?? '');
  if (mayHaveMarks(call)) reply.trailer(MARKS_HEADER, async () => marks);
  return begin(call, reply).send(Readable.from(parts(), { objectMode: false }));
}

/** Audio that may go into the cache when all of it has passed. */
class KeptParts {
  readonly #most: number;
  #parts: Uint8Array[] | undefined = [];
  #length = 0;

  constructor(most: number) {
    this.#most = most;
  }

  add(part: Uint8Array): void {
    this.#length += part.length;
    if (this.#length > this.#most) this.#parts = undefined;
    else this.#parts?.push(part);
  }

  /** Undefined where it is too much. */
  all(): Buffer | undefined {
    return this.#parts && Buffer.concat(this.#parts);
  }
}
