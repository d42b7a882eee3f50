import { isLittle, type SpeechSpan } from '@locutor/contract';
import type { EncodedSpeech } from '../speech/speech-model.ts';

interface Segment {
  encoded: Pick<EncodedSpeech, 'inner'>;
  language: string;
  input: { speech: readonly SpeechSpan[] };
}

/**
 * Whether a segment is to be judged by its sounds: little speech, in English, of the model whose states they are read
 * from.
 */
export function hasSounds(segment: Segment): boolean {
  return hasKnownSounds(segment) && isLittle(segment.input.speech);
}

/** Whether the sounds of what was said can be read. */
export function hasKnownSounds({ encoded, language }: Pick<Segment, 'encoded' | 'language'>): boolean {
  return encoded.inner !== undefined && language === 'en';
}
