import { voiceLanguage } from '@locutor/contract';
import type { FastifyRequest } from 'fastify';
import { clientOf } from '../../http/client-id.ts';
import { laterSpan } from '../../http/plugins/tracing.ts';
import { logCaller } from '../../operations/log-caller.ts';
import {
  billSpeech,
  ensureRoom,
  openSpeech,
  type SynthesizeServices,
} from '../../operations/synthesize/serve-speech.ts';
import { mostBytes, type SpeechCall, speakable } from '../../operations/synthesize/speech-call.ts';
import type { RecognitionServices } from '../host.ts';
import { failureOf } from '../host.ts';
import { readWish } from './speech-query.ts';
import type { SpeechHost } from './speech-session.ts';

/** What the speech of one connection needs of the server. Throws where its address asks for what there is not. */
export function speechHostFor(
  request: FastifyRequest,
  services: SynthesizeServices & Pick<RecognitionServices, 'translate'>,
): SpeechHost {
  const { config, synthesis, billing, translate } = services;
  const wish = readWish(request.query as Record<string, unknown>, {}, config, 'l16');
  const most = config.synthesisMaxCharacters;
  const share = request.server.bodyMemory.open();
  request.raw.socket.once('close', share.release);
  logCaller(request, '');
  const speak: SpeechHost['speak'] = async (text, onAudio, signal) => {
    ensureRoom(synthesis, request);
    const call: SpeechCall = {
      ...wish,
      ...speakable(text, most, 'text'),
      ssml: false,
      rate: 1,
      volume: 1,
      cache: config.synthesisCache,
      client: clientOf(request),
    };
    const served = await openSpeech(call, services, { signal, openShare: () => share });
    if ('cached' in served) {
      await onAudio(served.cached.audio);
      await billSpeech(call, billing, served.cached.audioMs);
      return;
    }
    for await (const part of served.speech.parts()) await onAudio(part);
    await billSpeech(call, billing, (await served.speech.output).audioMs);
  };
  return {
    idleMs: config.sessionIdleSeconds * 1000,
    language: voiceLanguage(wish.voice.voice),
    sampleRate: wish.format.sampleRate,
    mostBytes: mostBytes(most),
    mostCharacters: most,
    speak(...asked) {
      const span = laterSpan(request, 'live speech');
      return span.run(() => speak(...asked)).finally(() => span.end());
    },
    failureOf: (error) => failureOf(error, request, translate),
  };
}
