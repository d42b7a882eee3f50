import type { FastifyBaseLogger, FastifyInstance, FastifyRequest, FastifySchema } from 'fastify';
import type { Voices } from '../../biometrics/voices.ts';
import type { Config } from '../../config/index.ts';
import { quote, ServiceError } from '../../errors/index.ts';
import { BodyStream } from '../../http/body-stream.ts';
import { clientGone, refuseEncoded, sentContentType } from '../../http/client.ts';
import { clientOf } from '../../http/client-id.ts';
import { isForm } from '../../http/form-data.ts';
import { FormParser } from '../../http/form-parser.ts';
import { FormReader } from '../../http/form-reader.ts';
import { JSON_ONLY } from '../../http/formats.ts';
import { TRANSACTION_HEADER } from '../../http/http-error.ts';
import type { Caller } from '../../store/index.ts';
import { callerOf } from '../caller.ts';
import { logCaller } from '../log-caller.ts';
import { readRequestPart } from './form.ts';

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
  /** Writes the client's own words to the log. */
  logCaller(loggingTag: string): void;
}

/** What the operations on voices get of the rest of the server. */
export interface VoiceServices {
  readonly config: Config;
  readonly voices: Voices;
}

export interface VoiceOperation {
  readonly url: string;
  /** Its scope, and what the audit log calls it. */
  readonly action: 'verify' | 'enroll';
  readonly schema: FastifySchema;
  admits(client: string): boolean;
  run(
    call: VoiceCall,
  ): Promise<{ readonly status: number; readonly body: { readonly transaction_id: string } }>;
}

/** Serves an operation whose body is a form of a request and audios, which is worked on while it arrives. */
export function serveVoices(app: FastifyInstance, config: Config, operation: VoiceOperation): void {
  const { url, action, schema } = operation;
  app.route({
    method: 'POST',
    url,
    schema,
    config: { scope: action, access: config.authVerify, formats: JSON_ONLY, action },
    async onRequest(request) {
      checkHead(request);
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
        const form = new FormReader(sentContentType(request.raw)!, body, reply.openBodyShare());
        const answer = await operation.run({
          value: await readRequestPart(form),
          form,
          caller: callerOf(request),
          client: clientOf(request),
          signal,
          log: request.log,
          logCaller: (tag) => logCaller(request, tag),
        });
        reply.code(answer.status).header(TRANSACTION_HEADER, answer.body.transaction_id);
        return answer.body;
      } finally {
        body.close();
      }
    },
  });
}

/** What cannot be read is refused before the body arrives. */
function checkHead({ raw }: FastifyRequest): void {
  refuseEncoded(raw.headers['content-encoding'], 'form');
  const sent = sentContentType(raw);
  if (!isForm(sent)) {
    throw new ServiceError(
      'ERR_UNSUPPORTED_MEDIA_TYPE',
      `Content-Type is ${quote(sent ?? '')}; send multipart/form-data`,
    );
  }
  new FormParser(sent);
}
