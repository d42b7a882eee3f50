import type { EngineSettings, RecognizerName } from '@locutor/contract';
import { createEnginePool, Recognizer } from '@locutor/engine';
import { median } from '../statistics.ts';
import { table } from '../table.ts';
import type { RecognizedClip } from './accuracy.ts';
import type { Clip } from './clip-sets.ts';
import { requestFor } from './in-process.ts';
import { machineRatio } from './machine-ratio.ts';

const ROUNDS = 7;
const SECONDS = 12;
const COUNTS = [1, 2];
/** As many as keep a process busy while the answers of others are read. */
const CLIENTS_PER_PROCESS = 4;

/**
 * What busy pools of one and two processes do, in turns: clients that ask again as soon as they have an answer. Each round has a
 * ratio of its own, for from one minute to the next a virtual machine may be a tenth slower.
 */
export async function printThroughput(
  settings: EngineSettings,
  model: RecognizerName,
  clips: readonly Clip[],
): Promise<void> {
  const pools = COUNTS.map((processes) =>
    createEnginePool({ processes, settings: { ...settings, preload: [model] } }),
  );
  await Promise.all(pools.map((pool) => pool.start()));
  const rates = COUNTS.map(() => [] as number[]);
  const machine: number[] = [];
  for (let round = 0; round <= ROUNDS; round++) {
    machine.push(await machineRatio());
    for (const [index, pool] of pools.entries()) {
      const clients = COUNTS[index]! * CLIENTS_PER_PROCESS;
      const rate = await secondsEachSecond(new Recognizer(pool), { model, clips, clients });
      // The first round warms up.
      if (round > 0) rates[index]!.push(rate);
    }
  }
  await Promise.all(pools.map((pool) => pool.drain({ timeoutMs: 0 })));
  const rows = COUNTS.map((processes, index) => [
    processes,
    median(rates[index]!).toFixed(1),
    median(rates[index]!.map((own, round) => own / rates[0]![round]!)).toFixed(2),
  ]);
  console.log(`\nThroughput of ${model}, busy processes, median of ${ROUNDS} times ${SECONDS} s`);
  console.log(table([['processes', 'times real time', 'ratio'], ...rows]));
  console.log(`Two cores of this machine do ${median(machine).toFixed(2)} times the sums of one`);
}

/** Seconds of audio that are answered in a second. */
async function secondsEachSecond(
  recognizer: Recognizer,
  { model, clips, clients }: { model: RecognizerName; clips: readonly Clip[]; clients: number },
): Promise<number> {
  const start = performance.now();
  const passed = () => (performance.now() - start) / 1000;
  let [answered, next] = [0, 0];
  const client = async () => {
    while (passed() < SECONDS) {
      const { samples } = clips[next++ % clips.length]!;
      await recognizer.recognize(requestFor({ samples }, model));
      if (passed() < SECONDS) answered += samples.length / 16_000;
    }
  };
  await Promise.all(Array.from({ length: clients }, client));
  return answered / SECONDS;
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
