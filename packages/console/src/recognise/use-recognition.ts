import { LocutorError, type RecognitionResult } from '@locutor/client';
import { useRef, useState } from 'preact/hooks';
import { call } from '../parts/api.ts';
import type { NamedAudio } from '../parts/audio-source.tsx';
import type { LmChoice } from '../parts/lm-choice.ts';
import { optionsOf, type Values } from './request.ts';

export interface Answered {
  readonly results: readonly RecognitionResult[];
  readonly seconds: number;
  /** What it answers, to ask for the same as XML. */
  readonly audio: NamedAudio;
  readonly choice: LmChoice;
  readonly values: Values;
}

/** Sends audio to be recognised, one at a time. */
export function useRecognition() {
  const [answer, setAnswer] = useState<Answered>();
  const [error, setError] = useState<unknown>();
  /** The share of the audio that was sent; undefined while nothing runs. */
  const [sent, setSent] = useState<number>();
  const controller = useRef<AbortController | undefined>(undefined);
  const recognise = async (audio: NamedAudio, choice: LmChoice, values: Values) => {
    controller.current?.abort();
    const mine = new AbortController();
    controller.current = mine;
    setError(undefined);
    setAnswer(undefined);
    setSent(0);
    const begin = performance.now();
    try {
      const results = await call((locutor) =>
        locutor.recognize(audio.blob, {
          ...optionsOf(choice, values),
          signal: mine.signal,
          onProgress: ({ sent, total = sent }) => setSent(sent / total),
        }),
      );
      setAnswer({ results, seconds: (performance.now() - begin) / 1000, audio, choice, values });
    } catch (failed) {
      if (!(failed instanceof LocutorError && failed.code === 'ERR_ABORTED')) setError(failed);
    } finally {
      if (controller.current === mine) setSent(undefined);
    }
  };
  const reset = () => {
    controller.current?.abort();
    setAnswer(undefined);
    setError(undefined);
  };
  return { answer, error, sent, recognise, reset, cancel: () => controller.current?.abort() };
}
