import { type SynthesizeInput, voiceLanguage } from '@locutor/contract';
import { quote, ServiceError } from '../../errors/index.ts';
import { awaitModel } from '../../models/await-model.ts';
import type { RecognitionModels } from '../../models/recognition-models.ts';
import type { SpeechCall } from './speech-call.ts';
import type { Voice } from './voices.ts';

type Said = Pick<SpeechCall, 'text' | 'ssml' | 'voice' | 'rate' | 'volume' | 'format'>;

/** What the engine gets of a call. */
export function inputOf({ text, ssml, voice, rate, volume, format }: Said): SynthesizeInput {
  const language = voiceLanguage(voice.voice);
  return { text, ssml, voice: voice.voice.name, language, rate, volume, model: voice.model, format };
}

/** Waits until a voice can be used: its model may have to be fetched. */
export function awaitVoice(
  models: RecognitionModels,
  { name, model }: Voice,
  waiting: { readonly seconds: number; readonly signal: AbortSignal },
): Promise<void> {
  return awaitModel(models, model, {
    ...waiting,
    notFound: (reason) =>
      new ServiceError('ERR_VOICE_NOT_FOUND', `the voice ${quote(name)} was not found: ${reason}`, {
        field: 'voice',
      }),
  });
}
