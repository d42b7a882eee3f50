import type { FastifyInstance } from 'fastify';
import { ServiceError } from '../../errors/index.ts';
import type { Grammars } from '../../grammars/grammars.ts';
import type { RouteContext } from '../../http/app.ts';
import { clientGone, refuseEncoded } from '../../http/client.ts';
import { TRANSACTION_HEADER } from '../../http/http-error.ts';
import { contentType, isXml, JSON_OR_XML, negotiator } from '../../http/negotiate.ts';
import type { Caller } from '../../store/index.ts';
import { billedOutcome, milliseconds } from '../billed-outcome.ts';
import { noteCaller } from '../note-caller.ts';
import { recognitionXml } from '../results/write-xml.ts';
import type { Variant } from './audio-format.ts';
import type { NamingVoices } from './diarization/name-speakers.ts';
import { requireEmotion } from './emotion.ts';
import type { Recognition } from './recognition.ts';
import { recognize } from './recognize.ts';
import { readCall, readHead } from './request.ts';
import { recognizeSchema } from './schema.ts';

/** RECOGNIZE, in the current variant and the earlier one, which takes any content type and has no classifiers. */
export async function recognizeRoutes(
  app: FastifyInstance,
  { config, guard, bodies, log, billing }: RouteContext,
  recognition: Recognition & { readonly grammars: Grammars; readonly voices: NamingVoices },
): Promise<void> {
  // The schemas describe; what comes in is checked by the operation.
  app.setValidatorCompiler(() => () => true);
  const answerType = negotiator(JSON_OR_XML);
  const onFault = (error: unknown, { requestId }: Caller) =>
    log.error({ id: requestId, err: error }, 'a voiceprint cannot be compared');
  const dependencies = { config, ...recognition, onFault };

  const serve = (url: string, variant: Variant) =>
    app.route({
      method: 'POST',
      url,
      schema: recognizeSchema(variant),
      config: { types: JSON_OR_XML },
      onRequest: [
        guard('recognize', config.authRecognize),
        // What cannot be answered or read is refused before the body arrives, and so is what could only be dropped.
        (request, reply, done) => {
          const { headers } = request.raw;
          answerType(headers.accept);
          refuseEncoded(headers['content-encoding'], 'audio');
          const head = readHead(request, config, variant);
          requireEmotion(head.classifiers, recognition.emotion);
          if (!recognition.admits()) {
            throw new ServiceError('ERR_BUSY', 'too many recognitions are waiting already; try again later', {
              retryAfterSeconds: 1,
            });
          }
          if (head.diarization?.users) guard('verify', config.authVerify)(request, reply, done);
          else done();
        },
      ],
      async handler(request, reply) {
        const wanted = answerType(request.headers.accept);
        const share = bodies.open();
        reply.raw.once('close', share.release);
        const call = await readCall(request, config, variant, share);
        noteCaller(log, request, call.parameters.loggingTag);
        let audio = { seconds: 0, speechSeconds: 0 };
        const onAudio = (length: typeof audio) => {
          // Every language makes a pass over the same audio; one that was cut short saw less of it.
          if (length.seconds >= audio.seconds) audio = length;
        };
        const results = await recognize(call, dependencies, clientGone(reply.raw), onAudio);
        if (results.some((each) => each.result_status === 'FAILURE')) {
          log.error(
            { id: request.id },
            'a recognition failed: an engine process failed (see its own log lines), or the tags of a grammar were stopped',
          );
        }
        const accountTag = call.parameters['license.manager.accountTag'];
        const outcome = billedOutcome(results.map((each) => each.result_status));
        if (accountTag !== '' && outcome !== undefined) {
          const [audioMs, speechMs] = [milliseconds(audio.seconds), milliseconds(audio.speechSeconds)];
          const record = { operation: 'recognize', accountTag, audioMs, speechMs, outcome } as const;
          reply.header(TRANSACTION_HEADER, await billing.bill(record));
        }
        reply.header('content-type', contentType(wanted));
        return isXml(wanted) ? recognitionXml(results) : JSON.stringify(results);
      },
    });

  serve('/asr/rest/v3/recognize', 'current');
  serve('/asr-server/rest/recognize', 'earlier');
}
