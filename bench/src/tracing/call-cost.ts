import { median } from '../statistics.ts';
import { traced } from './server-tracing.ts';

const CALLS = 200_000;
const ROUNDS = 9;

/** Nanoseconds that a traced step costs where nothing is traced, beside the same work alone; medians of rounds in turns. */
export async function callCost(): Promise<{ readonly alone: number; readonly traced: number }> {
  const work = async () => 1;
  const steps = { alone: () => work(), traced: () => traced('step', work) };
  const found = { alone: [] as number[], traced: [] as number[] };
  for (let round = 0; round <= ROUNDS; round++) {
    for (const name of ['alone', 'traced'] as const) {
      const step = steps[name];
      const before = process.cpuUsage();
      for (let call = 0; call < CALLS; call++) await step();
      const { user, system } = process.cpuUsage(before);
      // The first round warms up.
      if (round > 0) found[name].push((1000 * (user + system)) / CALLS);
    }
  }
  return { alone: median(found.alone), traced: median(found.traced) };
}
