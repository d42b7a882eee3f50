import type { EncoderInfo, Voice } from '@locutor/client';
import { useEffect, useState } from 'preact/hooks';
import { call } from '../parts/api.ts';

/** What the server can speak with and in. */
export function useChoices() {
  const [voices, setVoices] = useState<readonly Voice[]>([]);
  const [encoders, setEncoders] = useState<readonly EncoderInfo[]>([]);
  const [error, setError] = useState<unknown>();
  useEffect(() => {
    call((locutor) => locutor.voices()).then(setVoices, setError);
    call((locutor) => locutor.encoders()).then(setEncoders, setError);
  }, []);
  return { voices, encoders, error };
}

const NAMES = new Intl.DisplayNames('en', { type: 'language' });

/** Voices under the names of their languages, in the order of the list. */
export function byLanguage(voices: readonly Voice[]): [language: string, voices: Voice[]][] {
  const groups = new Map<string, Voice[]>();
  for (const voice of voices) {
    const language = NAMES.of(voice.languages[0] ?? 'und') ?? '';
    groups.set(language, [...(groups.get(language) ?? []), voice]);
  }
  return [...groups];
}
