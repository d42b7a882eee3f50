import { JobError, SSML_INVALID, type SynthesizeInput } from '@locutor/contract';
import type { Utterance } from '@locutor/pronounce';

/** What is to be said, phrase by phrase. Throws JobError where the markup is wrong; `onVoice` may refuse a voice that it names. */
export async function utterancesOf(
  { text, ssml, language }: SynthesizeInput,
  onVoice: (name: string) => void,
): Promise<Iterable<Utterance>> {
  // Dictionaries take 60 MB: a process that never speaks does without.
  const { pronounce, pronounceSsml, SsmlError } = await import('@locutor/pronounce');
  if (!ssml) return pronounce(text, { language });
  try {
    return pronounceSsml(text, { language, onVoice });
  } catch (error) {
    if (!(error instanceof SsmlError)) throw error;
    const { message, line, column } = error;
    throw new JobError(SSML_INVALID, `line ${line}, column ${column}: ${message}`, {
      data: { line, column },
      cause: error,
    });
  }
}
