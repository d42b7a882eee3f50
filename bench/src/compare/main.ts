// npm run bench -- compare CHECKOUT [--rounds N] [--models FOLDER]
// Two builds of the server beside each other: CHECKOUT is another one, built (`npm run build`). Short rounds alternate between
// them, so that a busy moment of the machine touches both. Processor time of the server and its engine process is compared, not
// the clock: it changes little with what else the machine does. Where CHECKOUT has other models, give it a folder of its own.
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { median } from '../statistics.ts';
import { table } from '../table.ts';
import { SpeedServer } from '../verify/speed-server.ts';
import { operations } from './operations.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { rounds: { type: 'string', default: '9' }, models: { type: 'string' } },
});
if (positionals.length !== 1) throw new Error('name the other checkout: npm run bench -- compare CHECKOUT');
const rounds = Number(values.rounds);

const models = values.models === undefined ? {} : { LOCUTOR_MODELS_DIR: resolve(values.models) };
const other = await SpeedServer.start(models, resolve(positionals[0]!));
const ours = await SpeedServer.start();
const rows: (string | number)[][] = [
  ['operation', 'requests', 'before, CPU ms', 'after, CPU ms', 'ratio', 'of rounds'],
];
try {
  for (const { name, requests, prepare, send } of operations) {
    const measure = async (server: SpeedServer) => {
      const before = server.processorMs();
      for (let sent = 0; sent < requests; sent++) await send(server);
      return (server.processorMs() - before) / requests;
    };
    for (const server of [other, ours]) {
      await prepare?.(server);
      await measure(server);
    }
    const pairs: [number, number][] = [];
    for (let round = 1; round <= rounds; round++) {
      // Whoever comes first in a round comes second in the next.
      const order = round % 2 ? [other, ours] : [ours, other];
      const spent = new Map<SpeedServer, number>();
      for (const server of order) spent.set(server, await measure(server));
      pairs.push([spent.get(other)!, spent.get(ours)!]);
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
} finally {
  await Promise.all([other.stop(), ours.stop()]);
}
process.stderr.write('\n');
console.log(table(rows));
