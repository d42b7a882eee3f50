import type { FastifyReply, FastifyRequest } from 'fastify';
import { billRequest } from '../../billing/bill-request.ts';
import type { Config } from '../../config/index.ts';
import { ServiceError } from '../../errors/index.ts';
import type { BodyShare } from '../../http/body.ts';
import { clientGone } from '../../http/client.ts';
import { clientOf } from '../../http/client-id.ts';
import type { BillingLog } from '../../store/index.ts';
import { hashOf } from '../idempotency/hash.ts';
import type { KeyedRequests } from '../idempotency/keyed-requests.ts';
import { logCaller } from '../log-caller.ts';
import { synthesisFailure } from './failure.ts';
import { Speech } from './speech.ts';
import type { FinishedSpeech, SpeechCache } from './speech-cache.ts';
import type { SpeechCall } from './speech-call.ts';
import { awaitVoice, inputOf } from './spoken-input.ts';
import type { Synthesis } from './synthesis.ts';

export interface SynthesizeServices {
  readonly config: Config;
  readonly synthesis: Synthesis;
  readonly billing: BillingLog;
  readonly cache: SpeechCache;
  readonly keyed: KeyedRequests;
}

/** Speech for a client: from the cache, or on its way. */
export type Served = { readonly cached: FinishedSpeech } | { readonly speech: Speech };

/** Throws ERR_BUSY where the engine would not take one more: before a body is read that could only be dropped. */
export function ensureRoom({ admits }: Pick<Synthesis, 'admits'>, request: FastifyRequest): void {
  if (admits(clientOf(request))) return;
  throw new ServiceError('ERR_BUSY', 'too many requests are already waiting; try again later', {
    retryAfterSeconds: 1,
  });
}

/** Begins to speak for an HTTP client, and waits for the first audio. A client that disconnects cancels it. */
export async function beginSpeech(
  call: SpeechCall,
  services: SynthesizeServices,
  { request, reply }: { readonly request: FastifyRequest; readonly reply: FastifyReply },
): Promise<Served> {
  logCaller(request, '');
  return openSpeech(call, services, {
    signal: clientGone(reply.raw),
    openShare: () => reply.openBodyShare(),
  });
}

/** The same for any client. What it has not read counts against the share. */
export async function openSpeech(
  call: SpeechCall,
  { config, synthesis, cache }: SynthesizeServices,
  { signal, openShare }: { readonly signal: AbortSignal; openShare(): BodyShare },
): Promise<Served> {
  const cached = call.cache ? cache.get(call) : undefined;
  if (cached) return { cached };
  await awaitVoice(synthesis.models, call.voice, { seconds: config.jobSeconds, signal });
  const input = inputOf(call);
  const speech = new Speech(
    (onAudio, during) =>
      synthesis.synthesizer
        .synthesize(input, { client: call.client, signal: during, onAudio })
        .catch((error: unknown) => {
          throw synthesisFailure(error);
        }),
    openShare(),
    signal,
  );
  await speech.begun;
  return { speech };
}

/** Bills a speech that was made to its end. The id of the record; undefined where nobody pays. */
export function billSpeech(
  { accountTag, characters }: SpeechCall,
  billing: BillingLog,
  audioMs: number,
): Promise<string | undefined> {
  const record = { operation: 'synthesize', accountTag, characters, audioMs } as const;
  return billRequest(billing, record, ['SYNTHESIZED']);
}

/** Where a speech is billed: once for the `Idempotency-Key` of its request, however often it is spoken. */
export async function billingOf(
  { text, ssml, voice, format, rate, volume, accountTag }: SpeechCall,
  { billing, keyed }: Pick<SynthesizeServices, 'billing' | 'keyed'>,
  request: FastifyRequest,
): Promise<BillingLog> {
  if (accountTag === '') return billing;
  const hash = await hashOf([text, ssml, voice.voice.name, format, rate, volume, accountTag]);
  return keyed.billing(request, hash, billing);
}
