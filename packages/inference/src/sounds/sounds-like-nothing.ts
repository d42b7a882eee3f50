import { soundsOf } from '@locutor/pronounce';
import type { EncodedSpeech } from '../speech/speech-model.ts';
import type { SoundReader } from './sound-reader.ts';

/** Whether no sound at all is more probable than those of an English text: a motor that was written as "but". */
export async function soundsLikeNothing(
  reader: SoundReader,
  { inner, frames }: Pick<EncodedSpeech, 'inner' | 'frames'>,
  text: string,
): Promise<boolean> {
  const sounds = reader.numbersOf(soundsOf(text, 'en'));
  if (!inner || !sounds) return false;
  const reading = await reader.read(inner, frames);
  return reading.logProbOf([]) > reading.logProbOf(sounds);
}
