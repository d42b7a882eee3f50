import type { FastifyPluginAsync } from 'fastify';
import { billRequest } from '../../billing/bill-request.ts';
import { milliseconds } from '../../common/milliseconds.ts';
import type { Config } from '../../config/index.ts';
import { ServiceError } from '../../errors/index.ts';
import type { Grammars } from '../../grammars/grammars.ts';
import { clientGone, refuseEncoded } from '../../http/client.ts';
import { jsonOrXml } from '../../http/formats.ts';
import { TRANSACTION_HEADER } from '../../http/http-error.ts';
import type { BillingLog } from '../../store/index.ts';
import { logCaller } from '../log-caller.ts';
import { recognitionXml } from '../results/write-xml.ts';
import type { Variant } from './audio-format.ts';
import type { NamingVoices } from './diarization/name-speakers.ts';
import { requireEmotion } from './emotion.ts';
import type { Recognition } from './recognition.ts';
import { recognize } from './recognize.ts';
import { readCall, readHead } from './request.ts';
import { recognizeSchema } from './schema.ts';

export interface RecognizeServices {
  readonly config: Config;
  readonly grammars: Grammars;
  readonly billing: BillingLog;
  readonly recognition: Recognition;
  readonly voices: NamingVoices;
}

/** RECOGNIZE, in the current variant and the earlier one, which takes any content type and has no classifiers. */
export const recognizeRoutes: FastifyPluginAsync<RecognizeServices> = async (app, services) => {
  const { config, grammars, billing, recognition, voices } = services;

  const serve = (url: string, variant: Variant) =>
    app.route({
      method: 'POST',
      url,
      schema: recognizeSchema(variant),
      config: { scope: 'recognize', access: config.authRecognize, formats: jsonOrXml(recognitionXml) },
      // What cannot be read is refused before the body arrives, and so is what could only be dropped.
      async onRequest(request) {
        refuseEncoded(request.raw.headers['content-encoding'], 'audio');
        const head = readHead(request, config, variant);
        requireEmotion(head.classifiers, recognition.emotion);
        if (!recognition.admits()) {
          throw new ServiceError('ERR_BUSY', 'too many recognitions are already waiting; try again later', {
            retryAfterSeconds: 1,
          });
        }
        if (head.diarization?.users) await request.authorize('verify', config.authVerify);
      },
      async handler(request, reply) {
        const call = await readCall(request, config, variant, reply.openBodyShare());
        logCaller(request, call.parameters.loggingTag);
        let audio = { seconds: 0, speechSeconds: 0 };
        const onAudio = (length: typeof audio) => {
          // Every language makes a pass over the same audio; one that was cut short saw less of it.
          if (length.seconds >= audio.seconds) audio = length;
        };
        const onFault = (error: unknown) =>
          request.log.error({ err: error }, 'a voiceprint cannot be compared');
        const dependencies = { config, grammars, voices, ...recognition, onFault };
        const results = await recognize(call, dependencies, clientGone(reply.raw), onAudio);
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
        const transactionId = await billRequest(billing, record, statuses);
        if (transactionId !== undefined) reply.header(TRANSACTION_HEADER, transactionId);
        return results;
      },
    });

  serve('/asr/rest/v3/recognize', 'current');
  serve('/asr-server/rest/recognize', 'earlier');
};
