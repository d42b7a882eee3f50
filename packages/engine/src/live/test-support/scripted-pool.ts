import {
  type ListenAgainInput,
  type ListenAgainOutput,
  type ListenInput,
  type ListenOutput,
  type LiveJobs,
  type RecognizeSegmentInput,
  type RecognizeSegmentOutput,
  VAD_WINDOW,
  WINDOWS_AT_ONCE,
  windowsTogether,
} from '@locutor/contract';
import type { LivePool } from '../live-pool.ts';
import { PartialTurns } from '../partial-turns.ts';

export interface Script {
  /** What is said in a segment, or an error; the default says how long it is. */
  recognize?(input: RecognizeSegmentInput, signal: AbortSignal | undefined): Promise<RecognizeSegmentOutput>;
  /** Called before each job that listens. */
  beforeListen?(input: ListenInput): Promise<void> | void;
  /** What such a job returns; the default judges each byte. */
  listen?(input: ListenInput): ListenOutput;
  /** What the second judgement makes of the same audio; the default judges as the first one did. */
  listenAgain?(input: ListenAgainInput): Promise<ListenAgainOutput> | ListenAgainOutput;
  up?: number;
}

/**
 * A pool whose audio has one byte per window: 0 is silence and 1 is speech. It is the engine's other side, so that tests
 * of a session need neither models nor real time.
 */
export function scriptedPool(script: Script = {}) {
  const listened: ListenInput[] = [];
  const recognized: RecognizeSegmentInput[] = [];
  let running = 0;
  const run = async (kind: string, input: unknown, options: { signal?: AbortSignal } = {}) => {
    running += 1;
    let isOver = false;
    const end = () => {
      if (!isOver) running -= 1;
      isOver = true;
    };
    options.signal?.addEventListener('abort', end);
    try {
      await Promise.resolve();
      options.signal?.throwIfAborted();
      if (kind === 'listen') {
        listened.push(input as ListenInput);
        await script.beforeListen?.(input as ListenInput);
        return (script.listen ?? judged)(input as ListenInput);
      }
      if (kind === 'listen-again')
        return await (script.listenAgain ?? judgedAgain)(input as ListenAgainInput);
      recognized.push(input as RecognizeSegmentInput);
      return await (script.recognize ?? saidLength)(input as RecognizeSegmentInput, options.signal);
    } finally {
      options.signal?.removeEventListener('abort', end);
      end();
    }
  };
  const state = () => ({ processes: [1, 2], up: script.up ?? 2, queued: 0, running });
  const pool = { run, state } as unknown as LivePool;
  return { pool, turns: new PartialTurns(pool), listened, recognized };
}

export function judged({ bytes }: Pick<ListenInput, 'bytes'>): ListenOutput {
  const readings = new Float32Array(3 * bytes.length);
  const samples = new Float32Array(VAD_WINDOW * bytes.length);
  for (const [n, byte] of bytes.entries()) {
    readings.set(readingOf(byte), 3 * n);
    samples.fill(byte, VAD_WINDOW * n, VAD_WINDOW * (n + 1));
  }
  return {
    samples,
    readings,
    keep: 0,
    state: {} as LiveJobs['listen']['output']['state'],
  };
}

/** Parts are as long as those of the engine. */
export function judgedAgain({ samples, state }: ListenAgainInput): ListenAgainOutput {
  const windows = Math.ceil(samples.length / VAD_WINDOW);
  const readings = new Float32Array(3 * windows);
  for (let n = 0; n < windows; n++) readings.set(readingOf(samples[n * VAD_WINDOW]!), 3 * n);
  const first = windowsTogether(state === undefined);
  const more = Math.floor((windows - first) / WINDOWS_AT_ONCE) * WINDOWS_AT_ONCE;
  const detector = {} as LiveJobs['listen-again']['input']['state'];
  return windows < first
    ? { readings, whole: 0, ...(state && { state }) }
    : { readings, whole: first + more, ...(detector && { state: detector }) };
}

function readingOf(byte: number): [number, number, number] {
  return [byte === 1 ? 0.95 : 0.02, 0.1, 0.2];
}

export async function saidLength({ samples }: RecognizeSegmentInput): Promise<RecognizeSegmentOutput> {
  return said(`${samples.length} samples`);
}

export function said(...texts: string[]): RecognizeSegmentOutput {
  const alternatives = texts.map((text) => ({ text, score: 0.9, words: [] }));
  return { language: 'en', alternatives, bound: [] };
}

/** Windows of silence and speech, from lengths in seconds: silence first. */
export function audio(...seconds: number[]): Uint8Array {
  return Uint8Array.from(
    seconds.flatMap((length, n) => Array<number>(Math.round(length / 0.032)).fill(n % 2)),
  );
}
