import { median } from '../statistics.ts';
import type { SpeedServer } from '../verify/speed-server.ts';
import type { Operation } from './operations.ts';

/**
 * Two servers beside each other: short rounds alternate between them, so that a busy moment of the machine touches both.
 * Rows of a table: the operation, its requests, the processor time of each on either server, and the ratio of them.
 */
export async function comparePairs(
  [one, two]: readonly [SpeedServer, SpeedServer],
  rounds: number,
  operations: readonly Operation[],
): Promise<(string | number)[][]> {
  const rows: (string | number)[][] = [];
  for (const { name, requests, prepare, send } of operations) {
    const measure = async (server: SpeedServer) => {
      const before = server.processorMs();
      for (let sent = 0; sent < requests; sent++) await send(server);
      return (server.processorMs() - before) / requests;
    };
    for (const server of [one, two]) {
      await prepare?.(server);
      await measure(server);
    }
    const pairs: [number, number][] = [];
    for (let round = 1; round <= rounds; round++) {
      // Whoever comes first in a round comes second in the next.
      const order = round % 2 ? [one, two] : [two, one];
      const spent = new Map<SpeedServer, number>();
      for (const server of order) spent.set(server, await measure(server));
      pairs.push([spent.get(one)!, spent.get(two)!]);
      process.stderr.write(`\r${name}: round ${round} of ${rounds} `);
    }
    const ratios = pairs.map(([before, after]) => after / before).sort((a, b) => a - b);
    const [before, after] = [median(pairs.map(([each]) => each)), median(pairs.map(([, each]) => each))];
    rows.push([
      name,
      requests * rounds,
      before.toFixed(2),
      after.toFixed(2),
      median(ratios).toFixed(3),
      `${ratios[0]!.toFixed(2)}–${ratios.at(-1)!.toFixed(2)}`,
    ]);
  }
  return rows;
}
