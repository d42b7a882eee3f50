import { quote, ServiceError } from '../../../errors/index.ts';
import { SNAPSHOT } from '../model-names.ts';

/** Ours, and the names by which clients of this interface ask by default. They all stand for the same: the voice decides. */
export const SPEECH_MODELS: readonly string[] = ['locutor-speech', 'tts-1', 'tts-1-hd', 'gpt-4o-mini-tts'];

export function isSpeechModel(name: string): boolean {
  return SPEECH_MODELS.includes(name.replace(SNAPSHOT, ''));
}

/** Throws ERR_MODEL_NOT_FOUND. */
export function checkSpeechModel(name: string): void {
  if (isSpeechModel(name)) return;
  throw new ServiceError(
    'ERR_MODEL_NOT_FOUND',
    `there is no model ${quote(name)} for speech; there are ${SPEECH_MODELS.join(', ')}`,
    { field: 'model' },
  );
}
