import { BenchServer } from '../bench-server.ts';
import { BenchWorker } from '../bench-worker.ts';
import { type BenchNats, startNats } from '../fleet/nats.ts';
import { expectThat, Unavailable } from './fault.ts';
import { labelOf, type Traffic, until } from './traffic.ts';

/** A node without an engine, and two workers with one engine process each, over a NATS server. */
export class FaultFleet {
  readonly node: BenchServer;
  readonly workers: BenchWorker[];
  readonly nats: BenchNats;

  private constructor(node: BenchServer, workers: BenchWorker[], nats: BenchNats) {
    this.node = node;
    this.workers = workers;
    this.nats = nats;
  }

  static async start(env: NodeJS.ProcessEnv = {}): Promise<FaultFleet> {
    const nats = await startNats().catch((error: Error) => {
      throw new Unavailable(error.message);
    });
    const bus = { LOCUTOR_BUS_URL: nats.url, LOCUTOR_LOCAL_ENGINE: 'false' };
    const started = [
      BenchWorker.start(nats.url),
      BenchWorker.start(nats.url),
      BenchServer.start({ env: { ...bus, ...env } }),
    ] as const;
    const [first, second, node] = await Promise.all(started);
    const fleet = new FaultFleet(node, [first, second], nats);
    await fleet.complete();
    return fleet;
  }

  /** Waits until the node knows two workers that can work. */
  complete(): Promise<void> {
    return until('both workers are known', async () => (await this.#gauge('engine_ready')) === 2);
  }

  /** Waits until no worker has room: each is at work. */
  busy(): Promise<void> {
    return until('both workers are at work', async () => (await this.#gauge('bus_free')) === 0);
  }

  /** Jobs that were tried once more. */
  retries(): Promise<number> {
    return this.#gauge('bus_retries_total');
  }

  async #gauge(name: string): Promise<number> {
    const metrics = await (await fetch(`${this.node.url}/metrics`)).text();
    return Number(new RegExp(`^locutor_${name} (\\S+)$`, 'm').exec(metrics)?.[1]);
  }

  async stop(): Promise<void> {
    await this.node.stop();
    await Promise.all(this.workers.map((worker) => worker.end()));
    this.nats.stop();
  }
}

/** What clients saw: every answer right, or refused so that it can be asked again. */
export async function seenBy(traffic: Traffic): Promise<string[]> {
  const outcomes = await traffic.stop();
  const broken = outcomes.find(({ verdict }) => verdict !== 'right' && verdict !== 'refused');
  expectThat(
    broken === undefined,
    `every answer is right or a 503: ${broken && labelOf(broken)} ${broken?.why}`,
  );
  return outcomes.map(labelOf);
}
