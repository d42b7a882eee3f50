import { createEnginePool, type EngineSettings, Recognizer, type RecognizerName } from '@locutor/engine';
import { median } from '../statistics.ts';
import { table } from '../table.ts';
import type { RecognizedClip } from './accuracy.ts';
import type { Clip } from './clip-sets.ts';
import { requestFor } from './in-process.ts';

const ROUNDS = 3;
const COUNTS = [1, 2];

/**
 * The same clips through pools of one and two processes, in turns. Others follow them, so that no process is idle
 * while the last of them are recognised: what a busy server does in an hour, not how even sixteen clips can be shared.
 */
export async function printThroughput(
  settings: EngineSettings,
  model: RecognizerName,
  clips: readonly Clip[],
): Promise<void> {
  const pools = COUNTS.map((processes) =>
    createEnginePool({ processes, settings: { ...settings, preload: [model] }, maxQueue: 4 * clips.length }),
  );
  await Promise.all(pools.map((pool) => pool.start()));
  const times = COUNTS.map(() => [] as number[]);
  for (let round = 0; round <= ROUNDS; round++) {
    for (const [index, pool] of pools.entries()) {
      const recognizer = new Recognizer(pool);
      const stop = new AbortController();
      const start = performance.now();
      const answers = clips.map(({ samples }) => recognizer.recognize(requestFor({ samples }, model)));
      const followers = clips
        .slice(0, 2 * COUNTS[index]!)
        .map(({ samples }) => recognizer.recognize(requestFor({ samples }, model), { signal: stop.signal }));
      await Promise.all(answers);
      // The first round warms up.
      if (round > 0) times[index]!.push(performance.now() - start);
      stop.abort();
      await Promise.allSettled(followers);
    }
  }
  await Promise.all(pools.map((pool) => pool.drain({ timeoutMs: 0 })));
  const seconds = clips.reduce((sum, { samples }) => sum + samples.length / 16_000, 0);
  const one = median(times[0]!);
  const rows = COUNTS.map((processes, index) => {
    const ms = median(times[index]!);
    return [
      processes,
      ((1000 * clips.length) / ms).toFixed(2),
      ((1000 * seconds) / ms).toFixed(1),
      (one / ms).toFixed(2),
    ];
  });
  console.log(`\nThroughput of ${model}, ${clips.length} clips at once, wall time, median of ${ROUNDS}`);
  console.log(table([['processes', 'clips a second', 'times real time', 'ratio'], ...rows]));
}

/** The same texts come out of a real process. */
export async function printSameTexts(
  settings: EngineSettings,
  model: RecognizerName,
  clips: readonly RecognizedClip[],
): Promise<void> {
  const pool = createEnginePool({ processes: 1, settings: { ...settings, preload: [model] } });
  await pool.start();
  const recognizer = new Recognizer(pool);
  let same = 0;
  for (const { clip, recognition } of clips) {
    const segments = await recognizer.recognize(requestFor({ samples: clip.samples }, model));
    const text = segments.flatMap(({ alternatives }) => alternatives[0]?.text ?? []).join(' ');
    if (text === recognition.text) same++;
  }
  await pool.drain({ timeoutMs: 0 });
  console.log(`\nThrough a pool of one process: ${same} of ${clips.length} texts are the same`);
}
