import { LocutorError } from '@locutor/client';
import { useRef, useState } from 'preact/hooks';
import { call } from '../parts/api.ts';
import { fileOf, optionsOf, type Wish } from './request.ts';

export interface Spoken {
  readonly audio: Blob;
  /** Under which it is saved. */
  readonly file: string;
  /** Until the first bytes, and until the last. */
  readonly firstSeconds: number;
  readonly seconds: number;
}

/** Has texts spoken, one at a time. */
export function useSpeech() {
  const [spoken, setSpoken] = useState<Spoken>();
  const [error, setError] = useState<unknown>();
  /** Bytes that have arrived; undefined while nothing runs. */
  const [received, setReceived] = useState<number>();
  const controller = useRef<AbortController | undefined>(undefined);
  const speak = async (wish: Wish) => {
    controller.current?.abort();
    const mine = new AbortController();
    controller.current = mine;
    setError(undefined);
    setSpoken(undefined);
    setReceived(0);
    try {
      setSpoken(await receive(wish, mine.signal, setReceived));
    } catch (failed) {
      if (!mine.signal.aborted) setError(failed);
    } finally {
      if (controller.current === mine) setReceived(undefined);
    }
  };
  return { spoken, error, received, speak, cancel: () => controller.current?.abort() };
}

/** Part by part, so that the page can say when the first came. */
async function receive(
  wish: Wish,
  signal: AbortSignal,
  onReceived: (bytes: number) => void,
): Promise<Spoken> {
  const begin = performance.now();
  const elapsed = () => (performance.now() - begin) / 1000;
  const { type, stream } = await call((locutor) =>
    locutor.synthesize(wish.text, { ...optionsOf(wish), signal }),
  );
  const parts: BlobPart[] = [];
  let [bytes, firstSeconds] = [0, 0];
  const reader = stream.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      if (bytes === 0) firstSeconds = elapsed();
      parts.push(value as BlobPart);
      bytes += value.length;
      onReceived(bytes);
    }
  } catch (error) {
    throw new LocutorError('ERR_NETWORK', `the speech broke off: ${(error as Error).message}`, {
      cause: error,
    });
  }
  return { audio: new Blob(parts, { type }), file: fileOf(wish), firstSeconds, seconds: elapsed() };
}
