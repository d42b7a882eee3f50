import type { ListenInput, ListenOutput } from '../../../contract/listen.ts';
import type { RecognizeSegmentInput, RecognizeSegmentOutput } from '../../../contract/recognition.ts';
import type { LiveJobs } from '../../../contract/recognition-jobs.ts';
import { VAD_WINDOW } from '../../../contract/sample-rate.ts';
import type { LivePool } from '../live-pool.ts';

export interface Script {
  /** What is said in a segment, or an error; the default says how long it is. */
  recognize?(input: RecognizeSegmentInput, signal: AbortSignal | undefined): Promise<RecognizeSegmentOutput>;
  /** Called before each job that listens. */
  beforeListen?(input: ListenInput): Promise<void> | void;
  /** What such a job returns; the default judges each byte. */
  listen?(input: ListenInput): ListenOutput;
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
    try {
      await Promise.resolve();
      options.signal?.throwIfAborted();
      if (kind === 'listen') {
        listened.push(input as ListenInput);
        await script.beforeListen?.(input as ListenInput);
        return (script.listen ?? judged)(input as ListenInput);
      }
      recognized.push(input as RecognizeSegmentInput);
      return await (script.recognize ?? saidLength)(input as RecognizeSegmentInput, options.signal);
    } finally {
      running -= 1;
    }
  };
  const state = () => ({ processes: [1, 2], up: script.up ?? 2, queued: 0, running });
  return { pool: { run, state } as unknown as LivePool, listened, recognized };
}

export function judged({ bytes }: Pick<ListenInput, 'bytes'>): ListenOutput {
  const readings = new Float32Array(3 * bytes.length);
  for (const [n, byte] of bytes.entries()) readings.set([byte === 1 ? 0.95 : 0.02, 0.1, 0.2], 3 * n);
  return {
    samples: new Float32Array(VAD_WINDOW * bytes.length),
    readings,
    keep: 0,
    state: {} as LiveJobs['listen']['output']['state'],
  };
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
