import { processorMs } from '../graphs/sessions.ts';
import { table } from '../table.ts';
import { type Clip, clipSets, clipsOf } from './clip-sets.ts';
import { prepareSamples } from './engine-recognize.ts';
import { speechWithin } from './in-process.ts';
import type { Pair } from './pair.ts';
import { totalMs } from './reference.ts';

/** Processor milliseconds of one clip. */
interface Spent {
  seconds: number;
  find: number;
  recognize: number;
  withoutTimes: number;
  encoder: number;
  reference: number;
  referenceEncoder: number;
  /** The reference has a text: where it gives up at once, it takes next to no time. */
  written: boolean;
}

/** The whole of it on the same clips, in turns. */
export async function printEndToEnd(pair: Pair, count: number): Promise<void> {
  const clips: Clip[] = [];
  for (const set of clipSets.filter(({ name }) => !name.includes('digits') && !name.includes('phone')))
    clips.push(...(await clipsOf(set, set.name.startsWith('long') ? Math.ceil(count / 4) : count)));
  if (clips.length === 0) return;
  const all: Spent[] = [];
  await measure(pair, clips[0]!);
  for (const clip of clips) all.push(await measure(pair, clip));
  print(pair.name, 'clips', all);
  const written = all.filter((each) => each.written);
  if (written.length < all.length) print(pair.name, 'clips that the reference has a text of', written);
}

async function measure(pair: Pair, { samples }: Clip): Promise<Spent> {
  const timed = await pair.recognize(samples);
  const untimed = await pair.recognize(samples, { words: 'none' });
  const start = processorMs();
  for (const segment of pair.engine.found) {
    const { samples } = prepareSamples(segment.samples, speechWithin(segment), pair.model.edge);
    await pair.model.encode(samples);
  }
  const encoder = processorMs() - start;
  const decoded = await pair.reference.run(samples);
  return {
    seconds: samples.length / 16_000,
    find: timed.findMs,
    recognize: timed.recognizeMs,
    withoutTimes: untimed.recognizeMs,
    encoder,
    reference: totalMs(decoded),
    referenceEncoder: decoded.encodeMs,
    written: pair.reference.text(decoded).trim() !== '',
  };
}

function print(model: string, what: string, all: readonly Spent[]): void {
  const sum = (key: Exclude<keyof Spent, 'written'>) => all.reduce((total, each) => total + each[key], 0);
  const [seconds, reference] = [sum('seconds'), sum('reference')];
  const row = (name: string, ms: number) => [
    name,
    (ms / seconds).toFixed(1),
    ((1000 * seconds) / ms).toFixed(1),
    `${(reference / ms).toFixed(2)} ×`,
  ];
  console.log(
    `\nEnd to end, ${model}, ${all.length} ${what}, ${seconds.toFixed(0)} s, one thread, processor time`,
  );
  console.log(
    table([
      ['', 'ms a second', 'times real time', 'to the reference'],
      row('reference: encoder and greedy loop, whole clip', reference),
      row('its encoder alone', sum('referenceEncoder')),
      row('ours: endpointer, beam search, word times', sum('find') + sum('recognize')),
      row('without word times', sum('find') + sum('withoutTimes')),
      row('without endpointer and word times', sum('withoutTimes')),
      row('the encoder alone', sum('encoder')),
      row('the endpointer alone', sum('find')),
    ]),
  );
}
