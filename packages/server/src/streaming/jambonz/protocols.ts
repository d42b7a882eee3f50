import type { SynthesizeServices } from '../../operations/synthesize/serve-speech.ts';
import { hostFor, type RecognitionServices } from '../host.ts';
import type { Protocol } from '../protocol.ts';
import { JambonzRecognition } from './recognition-session.ts';
import { recognitionSchema, streamedSpeechSchema } from './schema.ts';
import { speechHostFor } from './speech-host.ts';
import { readWish } from './speech-query.ts';
import { JambonzSpeech } from './speech-session.ts';

/** The custom speech interface of jambonz, as far as it is spoken over WebSocket. */
export function jambonzProtocols(services: RecognitionServices, speaking: SynthesizeServices): Protocol[] {
  const { config, translate } = services;
  return [
    {
      path: '/jambonz/recognize',
      schema: recognitionSchema,
      scope: 'recognize',
      access: config.authRecognize,
      instead: 'recordings go to /asr/rest/v3/recognize',
      open: (peer, request) => new JambonzRecognition(hostFor(request, services), peer),
    },
    {
      path: '/jambonz/speak',
      schema: streamedSpeechSchema,
      scope: 'synthesize',
      access: config.authSynthesize,
      instead: 'POST a text to /jambonz/synthesize',
      async onUpgrade(request) {
        readWish(request.query as Record<string, unknown>, {}, config, 'l16');
      },
      open: (peer, request) => new JambonzSpeech(speechHostFor(request, { ...speaking, translate }), peer),
    },
  ];
}
