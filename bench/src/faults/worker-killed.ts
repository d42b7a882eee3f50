import { setTimeout as sleep } from 'node:timers/promises';
import { BenchWorker } from '../bench-worker.ts';
import { expectThat, type Fault } from './fault.ts';
import { FaultFleet, seenBy } from './fault-fleet.ts';
import { recognition } from './requests.ts';
import { Traffic, tally } from './traffic.ts';

const CLIENTS = 4;
const UNDER = `under ${CLIENTS} clients that recognise without a pause`;

/** One of two workers, or what it stands on, ends while all of them are at work. */
function inFleet(
  name: string,
  done: string,
  kill: (fleet: FaultFleet) => Promise<void>,
  lost: (retried: number) => string,
): Fault {
  return {
    name,
    async run() {
      const fleet = await FaultFleet.start();
      try {
        const traffic = new Traffic(fleet.node, [recognition], CLIENTS);
        await traffic.answered(CLIENTS);
        await fleet.busy();
        await kill(fleet);
        await traffic.answered(CLIENTS);
        await fleet.complete();
        await traffic.answered(CLIENTS);
        const labels = await seenBy(traffic);
        return { done: `${done} ${UNDER}`, seen: tally(labels), lost: lost(await fleet.retries()) };
      } finally {
        await fleet.stop();
      }
    },
  };
}

const again = (retried: number) =>
  retried === 1
    ? 'nothing: the job it had was done once more elsewhere'
    : `nothing: ${retried} jobs were done once more`;

export const workerEngineKilled = inFleet(
  'engine process of a worker killed (SIGKILL)',
  'that of one of 2 workers',
  async ({ workers: [worker] }) => {
    const [engine] = worker!.engines();
    process.kill(engine!, 'SIGKILL');
  },
  (retried) => {
    expectThat(retried === 1, `its job is tried once more: ${retried}`);
    return `${again(retried)}; the worker has a new process`;
  },
);

export const workerKilled = inFleet(
  'worker killed (SIGKILL)',
  'one of 2, and another one started,',
  async (fleet) => {
    await fleet.workers[0]!.end('SIGKILL');
    fleet.workers[0] = await BenchWorker.start(fleet.nats.url);
  },
  (retried) => {
    expectThat(retried === 1, `its job is tried once more: ${retried}`);
    return again(retried);
  },
);

const AWAY_MS = 3000;

export const natsKilled = inFleet(
  'nats-server killed (SIGKILL)',
  `and back after ${AWAY_MS / 1000} s,`,
  async ({ nats }) => {
    await nats.kill();
    await sleep(AWAY_MS);
    await nats.start();
  },
  (retried) =>
    retried === 0 ? 'nothing: jobs went on, and what was on its way was sent again' : again(retried),
);
