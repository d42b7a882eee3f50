import type { EngineSettings } from '@locutor/contract';
import { EnginePool, type RecognitionPool, Recognizer } from '@locutor/engine';
import { requestFor } from '../recognize/in-process.ts';
import type { EngineTimes } from './registry.ts';

/** Of all requests together, without and with the times of words. */
export interface EngineProfile {
  untimed: EngineTimes;
  timed: EngineTimes;
}

/** What one engine process spends on requests, each asked both ways in turn: a busy machine slows both alike. */
export async function profileEngine(
  settings: EngineSettings,
  bodies: readonly Uint8Array[],
): Promise<EngineProfile> {
  const registry = new URL('registry.js', import.meta.url).href;
  const pool = new EnginePool({ settings, processes: 1, registry });
  await pool.start();
  const recognizer = new Recognizer(pool as unknown as RecognitionPool);
  const take = () => pool.run('times', {}) as Promise<EngineTimes>;
  const ask = async (bytes: Uint8Array, words: 'first' | 'none') => {
    await recognizer.recognize(requestFor({ bytes }, 'moonshine-base', { words }), {
      signal: new AbortController().signal,
    });
    return take();
  };
  try {
    for (const body of bodies.slice(0, 3)) await ask(body, 'first');
    const all = { untimed: [] as EngineTimes[], timed: [] as EngineTimes[] };
    for (const body of bodies) {
      all.untimed.push(await ask(body, 'none'));
      all.timed.push(await ask(body, 'first'));
    }
    return { untimed: sum(all.untimed), timed: sum(all.timed) };
  } finally {
    await pool.drain({ timeoutMs: 1000 });
  }
}

function sum(all: readonly EngineTimes[]): EngineTimes {
  const total: EngineTimes = { process: 0, jobs: 0, parts: [] };
  for (const { process, jobs, parts } of all) {
    total.process += process;
    total.jobs += jobs;
    for (const { part, ms, runs } of parts) {
      const known = total.parts.find((each) => each.part === part);
      if (!known) total.parts.push({ part, ms, runs });
      else Object.assign(known, { ms: known.ms + ms, runs: known.runs + runs });
    }
  }
  return total;
}
