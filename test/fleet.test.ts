import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { findNatsServer, startNats, type TestNats } from '../packages/engine/test/nats-server.ts';
import { startPostgres } from '../packages/server/src/store/testing/postgres.ts';
import { type Balancer, startBalancer } from './support/balancer.ts';
import { newFolder, startServer, type TestServer } from './support/server.ts';
import { type Bytes, fixture } from './support/speech.ts';
import { billing } from './support/verify.ts';
import { startWorker, type TestWorker } from './support/worker.ts';

const TAG = 'fleet';
/** What is sent, and the only right answer to it: whoever gets another one got that of somebody else. */
const REQUESTS = [
  { file: 'yes.flac', type: 'audio/flac', lm: 'builtin:slm/general', text: 'yes' },
  { file: 'digits.flac', type: 'audio/flac', lm: 'builtin:grammar/digits', text: 'one two three four' },
  {
    file: 'sentence.opus',
    type: 'audio/ogg',
    lm: 'builtin:slm/general',
    text: 'good morning i want to speak with an agent',
  },
] as const;
const CLIENTS = 5;

const nats = findNatsServer();
const postgres = await startPostgres();
const skipped =
  ('unavailable' in nats && nats.unavailable) || ('unavailable' in postgres && postgres.unavailable) || '';

describe.skipIf(skipped !== '')(
  `three nodes and four workers behind a balancer${skipped && ` (skipped: ${skipped})`}`,
  () => {
    if ('unavailable' in postgres || 'unavailable' in nats) return;
    let bus: TestNats;
    let balancer: Balancer;
    let nodes: TestServer[] = [];
    let workers: TestWorker[] = [];
    let env: NodeJS.ProcessEnv;
    const folder = newFolder();
    const audio = new Map<string, Bytes>();
    const acknowledged: string[] = [];

    const startNode = () => startServer(env, newFolder(), ['serve', '--no-local-engine']);
    const allReady = (wanted = nodes) =>
      vi.waitFor(
        async () => {
          for (const { url } of wanted) expect((await fetch(`${url}/health/ready`)).status).toBe(200);
        },
        { timeout: 120_000, interval: 100 },
      );

    beforeAll(async () => {
      for (const { file } of REQUESTS) audio.set(file, fixture(file));
      bus = await startNats(nats.path);
      env = {
        LOCUTOR_BUS_URL: bus.url,
        LOCUTOR_DATABASE_URL: await postgres.createDatabase(),
        LOCUTOR_VOICEPRINT_KEYS: randomBytes(32).toString('base64'),
      };
      nodes = await Promise.all([startNode(), startNode(), startNode()]);
      workers = await Promise.all(Array.from({ length: 4 }, () => startWorker(env)));
      balancer = await startBalancer(nodes.map(({ url }) => url));
      await allReady();
    });
    afterAll(async () => {
      await balancer?.close();
      for (const { child } of [...nodes, ...workers]) child.kill('SIGKILL');
      await bus?.kill();
      await postgres.stop();
    });

    /** One request, repeated while it is refused for now. Its statuses in order; throws where the answer is wrong. */
    async function ask({ file, type, lm, text }: (typeof REQUESTS)[number]): Promise<number[]> {
      const statuses: number[] = [];
      for (;;) {
        const answer = await fetch(`${balancer.url}/asr/rest/v3/recognize?lm=${lm}`, {
          method: 'POST',
          headers: { 'content-type': type, 'license-manager-accountTag': TAG },
          body: audio.get(file)!,
        });
        const body = await answer.text();
        statuses.push(answer.status);
        if (answer.status === 503) {
          expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
          await sleep(200);
          continue;
        }
        if (answer.status === 200) {
          const [result] = JSON.parse(body);
          expect([result.result_status, result.alternatives[0]?.text]).toEqual(['RECOGNIZED', text]);
          acknowledged.push(answer.headers.get('x-transaction-id')!);
        }
        return statuses;
      }
    }

    /** Runs clients until something was done to the fleet and every one has had an answer since. */
    async function underLoad(what: () => Promise<void>): Promise<Record<number, number>> {
      const counts: Record<number, number> = {};
      let going = true;
      const clients = Array.from({ length: CLIENTS }, async (_, first) => {
        for (let turn = first; ; turn++) {
          const last = !going;
          for (const status of await ask(REQUESTS[turn % REQUESTS.length]!))
            counts[status] = (counts[status] ?? 0) + 1;
          if (last) return;
        }
      });
      const done = what().finally(() => {
        going = false;
      });
      await Promise.all([done, ...clients]);
      return counts;
    }

    const kill = async ({ child }: TestServer | TestWorker) => {
      const gone = once(child, 'exit');
      child.kill('SIGKILL');
      await gone;
    };

    it('a worker that is killed costs no request', async () => {
      const counts = await underLoad(async () => {
        await sleep(1000);
        await kill(workers[0]!);
        workers[0] = await startWorker(env);
      });
      expect(Object.keys(counts).filter((status) => !['200', '503'].includes(status))).toEqual([]);
    });

    it('a node that is killed costs only what it had in hand', async () => {
      const counts = await underLoad(async () => {
        await sleep(1000);
        await kill(nodes[0]!);
        nodes[0] = await startNode();
        balancer.put(0, nodes[0].url);
      });
      // Each client waits for one answer at a time.
      expect(counts[502] ?? 0).toBeLessThanOrEqual(CLIENTS);
      expect(Object.keys(counts).filter((status) => !['200', '502', '503'].includes(status))).toEqual([]);
    });

    it('NATS may crash and come back', async () => {
      const counts = await underLoad(async () => {
        await sleep(1000);
        await bus.kill();
        await sleep(1000);
        await bus.start();
        await allReady();
      });
      expect(Object.keys(counts).filter((status) => !['200', '503'].includes(status))).toEqual([]);
    });

    it('PostgreSQL may crash and come back', async () => {
      const counts = await underLoad(async () => {
        await sleep(1000);
        await postgres.crash();
        await sleep(1000);
        await postgres.restart();
        await allReady();
      });
      expect(counts[200]).toBeGreaterThan(0);
      // An answer that could not be billed is refused, and says so.
      expect(Object.keys(counts).filter((status) => !['200', '503'].includes(status))).toEqual([]);
    });

    it('a restart of everything, one after the other, loses no request', async () => {
      const counts = await underLoad(async () => {
        for (const [place, node] of nodes.entries()) {
          const next = await startNode();
          await allReady([next]);
          balancer.put(place, next.url);
          expect(await node.stop()).toBe(0);
          nodes[place] = next;
        }
        for (const [place, worker] of workers.entries()) {
          workers[place] = await startWorker(env);
          expect(await worker.stop()).toBe(0);
        }
      });
      expect(Object.keys(counts).filter((status) => !['200', '503'].includes(status))).toEqual([]);
    });

    it('every answer that was given is billed, and once', () => {
      const billed = billing(folder, env).map(({ transaction_id }) => transaction_id);
      expect(acknowledged.length).toBeGreaterThan(20);
      expect(new Set(acknowledged).size).toBe(acknowledged.length);
      expect(new Set(billed).size).toBe(billed.length);
      expect(acknowledged.filter((id) => !billed.includes(id))).toEqual([]);
    });
  },
);
