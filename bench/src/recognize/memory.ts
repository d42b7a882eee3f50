import { existsSync, readFileSync } from 'node:fs';
import type { EngineSettings, RecognizerName } from '@locutor/contract';
import { createEnginePool, Recognizer } from '@locutor/engine';
import { table } from '../table.ts';
import { requestFor } from './in-process.ts';

const SECONDS = 25;

/** A process with voice activity and one model, idle and after the longest segment with five alternatives. */
export async function printMemory(
  settings: EngineSettings,
  model: RecognizerName,
  speech: Float32Array,
): Promise<void> {
  if (!existsSync('/proc/self/status')) {
    console.log('\nMemory: only Linux tells the peak of a process, skipped');
    return;
  }
  const pool = createEnginePool({ processes: 1, settings: { ...settings, preload: [model] } });
  await pool.start();
  try {
    const { pid } = pool.state().processes[0]!;
    const rows = [
      ['when', 'resident MB', 'peak MB'],
      ['loaded', ...memory(pid!)],
    ];
    const samples = speech.subarray(0, SECONDS * 16_000);
    const recognizer = new Recognizer(pool);
    for (let round = 1; round <= 3; round++) {
      const request = requestFor({ samples }, model, { sentences: 5, words: 'all' });
      // Pauses do not end the segment: it is the longest there is.
      await recognizer.recognize({ ...request, endpointer: { ...request.endpointer, waitEnd: 10_000 } });
      rows.push([`after ${SECONDS} s with 5 alternatives, round ${round}`, ...memory(pid!)]);
    }
    console.log(`\nMemory of an engine process with ${model} and voice activity`);
    console.log(table(rows));
  } finally {
    await pool.drain({ timeoutMs: 0 });
  }
}

function memory(pid: number): string[] {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const field = (name: string) => Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1] ?? 0);
  return [field('VmRSS'), field('VmHWM')].map((kibibytes) => ((1.024 * kibibytes) / 1000).toFixed(0));
}
