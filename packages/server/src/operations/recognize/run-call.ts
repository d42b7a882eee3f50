import type { FastifyReply, FastifyRequest } from 'fastify';
import { billRequest } from '../../billing/bill-request.ts';
import { milliseconds } from '../../common/milliseconds.ts';
import type { Config } from '../../config/index.ts';
import { ServiceError } from '../../errors/index.ts';
import type { Grammars } from '../../grammars/grammars.ts';
import { clientGone } from '../../http/client.ts';
import type { BillingLog } from '../../store/index.ts';
import { logCaller } from '../log-caller.ts';
import type { RecognitionResult } from '../results/result.ts';
import type { NamingVoices } from './diarization/name-speakers.ts';
import type { Recognition } from './recognition.ts';
import { recognize, type Watch } from './recognize.ts';
import type { RecognitionCall } from './request.ts';

export interface RecognizeServices {
  readonly config: Config;
  readonly grammars: Grammars;
  readonly billing: BillingLog;
  readonly recognition: Recognition;
  readonly voices: NamingVoices;
}

/** Throws ERR_BUSY where the engine would not take one more: before a body is read that could only be dropped. */
export function ensureRoom({ admits }: Pick<Recognition, 'admits'>): void {
  if (admits()) return;
  throw new ServiceError('ERR_BUSY', 'too many recognitions are already waiting; try again later', {
    retryAfterSeconds: 1,
  });
}

/** A recognition that is over. */
export interface RanCall {
  readonly results: readonly RecognitionResult[];
  /** Seconds of audio that were listened to. */
  readonly seconds: number;
  /** Writes the billing record. Its id; undefined where nothing is billed. */
  bill(): Promise<string | undefined>;
}

/** Recognises for a client, as long as it waits. */
export async function runCall(
  call: RecognitionCall,
  { config, grammars, billing, recognition, voices }: RecognizeServices,
  { request, reply }: { readonly request: FastifyRequest; readonly reply: FastifyReply },
  onResult?: Watch['onResult'],
): Promise<RanCall> {
  logCaller(request, call.parameters.loggingTag);
  let audio = { seconds: 0, speechSeconds: 0 };
  const onAudio = (length: typeof audio) => {
    // Every language makes a pass over the same audio; one that was cut short saw less of it.
    if (length.seconds >= audio.seconds) audio = length;
  };
  const onFault = (error: unknown) => request.log.error({ err: error }, 'a voiceprint cannot be compared');
  const dependencies = { config, grammars, voices, ...recognition, onFault };
  const watch = { onAudio, ...(onResult && { onResult }) };
  const results = await recognize(call, dependencies, clientGone(reply.raw), watch);
  if (results.some((each) => each.result_status === 'FAILURE')) {
    request.log.error(
      'a recognition failed: an engine process failed (see its own log lines), or the tags of a grammar were stopped',
    );
  }
  const record = {
    operation: 'recognize',
    accountTag: call.parameters['license.manager.accountTag'],
    audioMs: milliseconds(audio.seconds),
    speechMs: milliseconds(audio.speechSeconds),
  } as const;
  const statuses = results.map((each) => each.result_status);
  return { results, seconds: audio.seconds, bill: () => billRequest(billing, record, statuses) };
}
