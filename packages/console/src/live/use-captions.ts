import { type LiveSpeech, LocutorError, type RecognitionResult } from '@locutor/client';
import { useEffect, useRef, useState } from 'preact/hooks';
import { call } from '../parts/api.ts';
import { type LmChoice, modelsOf } from '../parts/lm-choice.ts';
import { type Microphone, openMicrophone } from '../parts/microphone.ts';
import { packets, packetType } from './packets.ts';

/** Words that are not final yet. */
export interface Tail {
  readonly text: string;
  /** Characters that do not change any more. */
  readonly stable: number;
}

const NOTHING: Tail = { text: '', stable: 0 };
const LEVELS_PER_SECOND = 15;

type State = 'idle' | 'starting' | 'listening' | 'finishing';

/** Captions of what the microphone picks up. */
export function useCaptions() {
  const [state, setState] = useState<State>('idle');
  const [results, setResults] = useState<readonly RecognitionResult[]>([]);
  const [tail, setTail] = useState(NOTHING);
  const [level, setLevel] = useState(0);
  const [error, setError] = useState<unknown>();
  const stopping = useRef<() => void>(() => {});
  useEffect(() => () => stopping.current(), []);

  const start = async (choice: LmChoice) => {
    setError(undefined);
    setTail(NOTHING);
    setState('starting');
    let microphone: Microphone | undefined;
    try {
      let live: LiveSpeech | undefined;
      let shown = 0;
      let line: ReturnType<typeof packets> | undefined;
      microphone = await openMicrophone((samples, loudness, rate) => {
        line ??= packets(rate, (bytes) => live?.write(bytes));
        if (live) line.add(samples);
        if (performance.now() - shown < 1000 / LEVELS_PER_SECOND) return;
        shown = performance.now();
        setLevel(loudness);
      });
      const type = packetType(microphone.rate);
      const opened = await call((locutor) =>
        locutor.listen({
          ...modelsOf(choice),
          type,
          onPartial: (text, stable) => setTail({ text, stable }),
          onResult: (result) => {
            setTail(NOTHING);
            setResults((before) => [...before, result]);
          },
        }),
      );
      live = opened;
      stopping.current = () => {
        stopping.current = () => opened.cancel();
        void microphone?.close();
        line?.flush();
        opened.end();
        setState('finishing');
      };
      setState('listening');
      await opened.finished;
    } catch (failed) {
      if (!(failed instanceof LocutorError && failed.code === 'ERR_ABORTED')) setError(failed);
    } finally {
      void microphone?.close();
      stopping.current = () => {};
      setTail(NOTHING);
      setState('idle');
    }
  };
  const clear = () => {
    setResults([]);
    setError(undefined);
  };
  return { state, results, tail, level, error, start, stop: () => stopping.current(), clear };
}
