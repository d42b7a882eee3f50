import type { FastifyInstance, FastifyRequest, FastifySchema } from 'fastify';
import { quote, ServiceError } from '../../errors/index.ts';
import type { RouteContext } from '../../http/app.ts';
import { BodyStream } from '../../http/body-stream.ts';
import { clientGone, refuseEncoded, sentContentType } from '../../http/client.ts';
import { FormParser } from '../../http/form-parser.ts';
import { FormReader } from '../../http/form-reader.ts';
import { TRANSACTION_HEADER } from '../../http/http-error.ts';
import { contentType, JSON_ONLY, negotiator } from '../../http/negotiate.ts';
import { isForm } from '../../http/parts.ts';
import type { Caller } from '../../store/index.ts';
import { noteCaller } from '../note-caller.ts';
import { callerOf } from './caller.ts';
import { readRequestPart } from './form.ts';

/** One request with a voice in it, its JSON read and its audio still to come. */
export interface VoiceCall {
  /** The content of the first part. */
  readonly value: unknown;
  readonly form: FormReader;
  readonly caller: Caller;
  readonly signal: AbortSignal;
  /** Writes the client's own words to the log. */
  note(loggingTag: string): void;
}

export interface VoiceOperation {
  readonly url: string;
  /** Its scope, and what the audit log calls it. */
  readonly action: 'verify' | 'enroll';
  readonly schema: FastifySchema;
  admits(): boolean;
  run(
    call: VoiceCall,
  ): Promise<{ readonly status: number; readonly body: { readonly transaction_id: string } }>;
}

const accepted = negotiator(JSON_ONLY);

/** Serves an operation whose body is a form of a request and audios, which is worked on while it arrives. */
export async function serveVoices(
  app: FastifyInstance,
  { config, guard, bodies, log }: RouteContext,
  operation: VoiceOperation,
): Promise<void> {
  app.setValidatorCompiler(() => () => true);
  app.route({
    method: 'POST',
    url: operation.url,
    schema: operation.schema,
    config: { action: operation.action },
    onRequest: [
      guard(operation.action, config.authVerify),
      (request, _reply, done) => {
        checkHead(request);
        if (!operation.admits()) {
          throw new ServiceError('ERR_BUSY', 'too many requests are waiting already; try again later', {
            retryAfterSeconds: 1,
          });
        }
        done();
      },
    ],
    async handler(request, reply) {
      const share = bodies.open();
      reply.raw.once('close', share.release);
      const signal = clientGone(reply.raw);
      const body = new BodyStream(request.raw, {
        maxBytes: config.maxBodyBytes,
        waitMs: 1000 * config.requestSeconds,
      });
      try {
        const form = new FormReader(sentContentType(request.raw)!, body, share);
        const value = await readRequestPart(form);
        const note = (tag: string) => noteCaller(log, request, tag);
        const answer = await operation.run({ value, form, caller: callerOf(request), signal, note });
        reply
          .code(answer.status)
          .header('content-type', contentType('application/json'))
          .header(TRANSACTION_HEADER, answer.body.transaction_id);
        return JSON.stringify(answer.body);
      } finally {
        body.close();
      }
    },
  });
}

/** What cannot be answered or read is refused before the body arrives. */
function checkHead({ raw }: FastifyRequest): void {
  accepted(raw.headers.accept);
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
