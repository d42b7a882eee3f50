import type { FastifyBaseLogger, FastifyInstance, FastifyRequest, FastifySchema } from 'fastify';
import type { Voices } from '../../biometrics/voices.ts';
import type { Config } from '../../config/index.ts';
import { ServiceError } from '../../errors/index.ts';
import { BodyStream } from '../../http/body-stream.ts';
import { clientGone, refuseEncoded, sentContentType, unsupportedType } from '../../http/client.ts';
import { clientOf } from '../../http/client-id.ts';
import { isForm } from '../../http/form-data.ts';
import { FormParser } from '../../http/form-parser.ts';
import { FormReader } from '../../http/form-reader.ts';
import { JSON_ONLY } from '../../http/formats.ts';
import { TRANSACTION_HEADER } from '../../http/http-error.ts';
import type { Caller, Once } from '../../store/index.ts';
import { callerOf } from '../caller.ts';
import { readKey } from '../idempotency/key.ts';
import type { FirstAnswer, Keep, KeyedRequests } from '../idempotency/keyed-requests.ts';
import { logCaller } from '../log-caller.ts';
import { audioTooLarge, MAX_AUDIO_BYTES, readRequestPart } from './form.ts';
import { HashedForm } from './hashed-form.ts';

/** What an operation is answered once it is recorded. */
interface Recorded {
  readonly transaction_id: string;
}

/** What is kept of a record's answer; undefined for a request without a key. */
export type KeepAnswer = <Result>(
  outcome: (result: Result) => Recorded | ServiceError,
) => Once<Result> | undefined;

/** One request with a voice in it, its JSON read and its audio still to come. */
export interface VoiceCall {
  /** The content of the first part. */
  readonly value: unknown;
  readonly form: FormReader;
  readonly caller: Caller;
  /** Whose turn it uses: see `clientOf`. */
  readonly client: string;
  readonly signal: AbortSignal;
  readonly log: FastifyBaseLogger;
  readonly keepAnswer: KeepAnswer;
  /** Writes the client's own words to the log. */
  logCaller(loggingTag: string): void;
}

/** What the operations on voices get of the rest of the server. */
export interface VoiceServices {
  readonly config: Config;
  readonly voices: Voices;
  readonly keyed: KeyedRequests;
}

export interface VoiceOperation<Body extends Recorded> {
  readonly url: string;
  /** Its scope, and what the audit log calls it. */
  readonly action: 'verify' | 'enroll';
  readonly schema: FastifySchema;
  admits(client: string): boolean;
  run(call: VoiceCall): Promise<Body>;
  statusOf(body: Body): number;
}

/** Serves an operation whose body is a form of a request and audios, which is worked on while it arrives. */
export function serveVoices<Body extends Recorded>(
  app: FastifyInstance,
  { config, keyed }: Pick<VoiceServices, 'config' | 'keyed'>,
  operation: VoiceOperation<Body>,
): void {
  const { url, action, schema } = operation;
  app.route({
    method: 'POST',
    url,
    schema,
    config: { scope: action, access: config.authVerify, formats: JSON_ONLY, action },
    async onRequest(request) {
      checkHead(request);
      readKey(request);
      if (!operation.admits(clientOf(request))) {
        throw new ServiceError('ERR_BUSY', 'too many requests are already waiting; try again later', {
          retryAfterSeconds: 1,
        });
      }
    },
    async handler(request, reply) {
      const signal = clientGone(reply.raw);
      const body = new BodyStream(request.raw, {
        maxBytes: config.maxBodyBytes,
        waitMs: 1000 * config.requestSeconds,
      });
      try {
        const parts = [sentContentType(request.raw)!, body, reply.openBodyShare()] as const;
        const run = async (form: FormReader, keepAnswer: KeepAnswer) =>
          operation.run({
            value: await readRequestPart(form),
            form,
            caller: callerOf(request),
            client: clientOf(request),
            signal,
            log: request.log,
            keepAnswer,
            logCaller: (tag) => logCaller(request, tag),
          });
        const form = new HashedForm(action, ...parts);
        const answer = await keyed.answer<Body, Body>(
          { request, reply, signal },
          {
            matches: (hash) => form.matches(hash, MAX_AUDIO_BYTES, () => audioTooLarge('a part')),
            run: (keep) =>
              keep ? run(form, keeping(form, keep)) : run(new FormReader(...parts), () => undefined),
            again: ({ body }) => body!,
          },
        );
        reply.code(operation.statusOf(answer)).header(TRANSACTION_HEADER, answer.transaction_id);
        return answer;
      } finally {
        body.close();
      }
    },
  });
}

function keeping(form: HashedForm, keep: Keep): KeepAnswer {
  return (outcome) =>
    keep((result): FirstAnswer => {
      const recorded = outcome(result);
      const request = form.hash;
      if (!(recorded instanceof ServiceError))
        return { request, transactionId: recorded.transaction_id, body: recorded };
      const { code, message, transactionId } = recorded;
      return { request, error: { code, message }, ...(transactionId !== undefined && { transactionId }) };
    });
}

/** What cannot be read is refused before the body arrives. */
function checkHead({ raw }: FastifyRequest): void {
  refuseEncoded(raw.headers['content-encoding'], 'form');
  const sent = sentContentType(raw);
  if (!isForm(sent)) {
    throw unsupportedType(sent, 'multipart/form-data');
  }
  new FormParser(sent);
}
