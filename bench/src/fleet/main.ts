import { table } from '../table.ts';
import { BenchFleet, overhead, recovery, throughput } from './measures.ts';
import { startNats } from './nats.ts';

const MOST_WORKERS = 4;
const SLEEP_MS = 200;
const SIZES = [100, 50_000, 1_000_000, 5_000_000, 60_000_000];

const nats = await startNats();
const fleet = new BenchFleet(nats.url);
const started = fleet.node.start();
const rates: number[] = [];
for (let workers = 1; workers <= MOST_WORKERS; workers++) {
  await fleet.add();
  await started;
  rates.push(await throughput(fleet.node, SLEEP_MS, 40 * workers, 4 * MOST_WORKERS));
}
console.log(
  `\nA stand-in that only sleeps ${SLEEP_MS} ms, on workers of one process each, ${4 * MOST_WORKERS} clients:`,
);
console.log(
  table([
    ['workers', 'jobs per second', 'ratio', 'of the ideal'],
    ...rates.map((rate, index) => [
      index + 1,
      rate.toFixed(1),
      (rate / rates[0]!).toFixed(2),
      `${((100 * rate * SLEEP_MS) / 1000 / (index + 1)).toFixed(0)} %`,
    ]),
  ]),
);

const rows: (string | number)[][] = [];
for (const size of SIZES) {
  const { here, bus } = await overhead(fleet.node, size, 15);
  rows.push([size, `${here.toFixed(1)} ms`, `${bus.toFixed(1)} ms`, (bus / here).toFixed(1)]);
}
console.log('\nA job that does nothing, medians in turns; the bus is on the same machine:');
console.log(table([['input bytes', 'engine process here', 'over the bus', 'ratio'], ...rows]));

const delay = await recovery(fleet, 4000);
console.log(
  `\nA worker is killed at work: its job is done ${delay.toFixed(1)} s later than without, on another.`,
);
await fleet.stop();
nats.stop();
