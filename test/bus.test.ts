import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { joinSamples } from '@locutor/audio';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { findNatsServer, startNats, type TestNats } from '../packages/engine/test/nats-server.ts';
import { selfSigned } from '../packages/server/src/grammars/testing/self-signed.ts';
import { AsrClient } from './support/asr-client.ts';
import { recognize, statuses, texts } from './support/recognize.ts';
import { newFolder, program, startServer, type TestServer } from './support/server.ts';
import { type Bytes, fixture, repeated, samplesOf, silence, wav } from './support/speech.ts';
import { call, enroll, verify } from './support/verify.ts';
import { startWorker, type TestWorker } from './support/worker.ts';

const SENTENCE = 'good morning i want to speak with an agent';
const found = findNatsServer();
const skipped = 'unavailable' in found ? found.unavailable : undefined;
const WAITING = 2;

describe.skipIf(skipped !== undefined)(
  `a thin node and workers${skipped ? ` (skipped: ${skipped})` : ''}`,
  () => {
    let nats: TestNats;
    let node: TestServer;
    let workers: TestWorker[];
    let sentence: Bytes;
    /** Several segments, long enough to be interrupted at work. */
    let long: Bytes;
    const SEGMENTS = 12;

    const busEnv = () => ({ LOCUTOR_BUS_URL: nats.url });
    const gauge = async (name: string) => {
      const metrics = await (await fetch(`${node.url}/metrics`)).text();
      return Number(new RegExp(`^locutor_${name} (\\d+)$`, 'm').exec(metrics)?.[1]);
    };
    const readiness = async () =>
      (await (await fetch(`${node.url}/health/ready`)).json()) as { ready: boolean };
    const expectWhole = (answer: Awaited<ReturnType<typeof recognize>>) => {
      expect(answer.status).toBe(200);
      const segments = answer.segments();
      expect(statuses(segments)).toEqual(Array(SEGMENTS).fill('RECOGNIZED'));
      expect(new Set(texts(segments))).toEqual(new Set([SENTENCE]));
    };

    beforeAll(async () => {
      nats = await startNats((found as { path: string }).path);
      workers = [await startWorker(busEnv()), await startWorker(busEnv())];
      // No models can be in this folder: nothing here runs one.
      const env = { ...busEnv(), LOCUTOR_MODELS_DIR: newFolder(), LOCUTOR_MAX_QUEUE: String(WAITING) };
      node = await startServer(env, newFolder(), ['serve', '--no-local-engine']);
      const samples = await samplesOf('sentence.flac');
      sentence = wav(samples);
      long = wav(repeated(joinSamples([samples, silence(1.5)]), SEGMENTS));
    });
    afterAll(async () => {
      await node?.stop();
      await Promise.all((workers ?? []).map((worker) => worker.stop('SIGKILL')));
      await nats?.kill();
    });

    it('says what it stands on', async () => {
      await expect.poll(() => gauge('bus_workers')).toBe(2);
      expect(await readiness()).toMatchObject({
        ready: true,
        models: { ready: true, missing: [] },
        engine: { status: 'ready', processes: 2, ready: 2, maxQueue: WAITING },
        bus: { connected: true, workers: 2, incompatible: 0 },
      });
      const list = await call(node, 'GET', 'models');
      expect(list.body.models).toContainEqual(
        expect.objectContaining({ name: 'moonshine-base', ready: true, workers: 2 }),
      );
      expect(workers[0]!.output()).toContain(nats.url);
      const env = { ...process.env, ...busEnv(), LOCUTOR_LOCAL_ENGINE: 'false', LOCUTOR_PORT: '0' };
      const doctor = spawnSync(process.execPath, [program, 'doctor'], {
        cwd: newFolder(),
        env,
        encoding: 'utf8',
      });
      expect(doctor.stdout).toContain(`bus            ${nats.url}: 2 workers, 2 engine processes`);
    });

    it('a worker answers probes and says what it does', async () => {
      const worker = await startWorker({ ...busEnv(), LOCUTOR_WORKER_HEALTH_PORT: '0' });
      const ready = /health +(\S+)/.exec(worker.output())![1]!;
      const url = new URL(ready).origin;
      const answer = async (path: string) => {
        const response = await fetch(`${url}${path}`);
        return [response.status, await response.json()];
      };
      await expect
        .poll(() => answer('/health/ready'))
        .toEqual([
          200,
          {
            ready: true,
            models: { ready: true, missing: [] },
            engine: { status: 'ready', processes: 1, ready: 1, running: 0 },
            bus: { connected: true, leaving: false },
          },
        ]);
      expect(await answer('/health/live')).toEqual([200, { status: 'live' }]);
      expect(await answer('/rest/v2/encoders')).toMatchObject([404, { code: 'ERR_NOT_FOUND' }]);
      const metrics = await (await fetch(`${url}/metrics`)).text();
      for (const line of ['worker_processes 1', 'worker_ready 1', 'bus_connected 1', 'ready{part="all"} 1'])
        expect(metrics).toContain(`locutor_${line}\n`);
      expect(metrics).toMatch(/^locutor_engine_start_seconds_count 1$/m);
      expect(metrics).toMatch(/^locutor_engine_memory_bytes\{process="1"\} [1-9]/m);
      expect(await worker.stop()).toBe(0);
      await expect.poll(() => gauge('bus_workers')).toBe(2);
    });

    it('recognises while somebody speaks', async () => {
      const client = await AsrClient.connect(node);
      await client.ask('CREATE_SESSION');
      await client.start('builtin:slm/general');
      await client.audio(sentence);
      expect(texts(await client.results())).toEqual([SENTENCE]);
      client.close();
    });

    it('recognises freely, against a grammar and with speakers', async () => {
      expect(texts((await recognize(node, sentence)).segments())).toEqual([SENTENCE]);
      const digits = await recognize(node, fixture('digits.flac'), {
        lm: 'builtin:grammar/digits',
        headers: { 'content-type': 'audio/flac' },
      });
      expect(digits.segments()[0]?.alternatives[0]?.interpretations).toEqual(['1234']);
      const spoken = await recognize(node, sentence, { headers: { 'diarization-enabled': 'true' } });
      expect(spoken.segments()[0]?.diarization_result?.speaker).toBe('1');
      const broken = await recognize(node, new TextEncoder().encode('no audio at all'));
      expect([broken.status, broken.code()]).toEqual([400, 'ERR_AUDIO_INVALID']);
    });

    it('enrols and verifies', async () => {
      const recordings = ['sentence.flac', 'date.opus', 'pizza.opus'].map(fixture);
      const enrolled = await enroll(node, { user_id: 'tom' }, recordings);
      expect(enrolled.body).toMatchObject({ user_id: 'tom', created: true });
      const verified = await verify(node, { user_ids: ['tom'], min_verification_score: 0.5 }, [
        fixture('sentence.mp3'),
      ]);
      expect(verified.body.results[0]).toMatchObject({ user_id: 'tom', decision: 'ACCEPTED' });
    });

    it('a client that leaves frees the workers', async () => {
      const controller = new AbortController();
      const left = recognize(node, long, { signal: controller.signal }).catch(() => 'left');
      await expect.poll(() => gauge('bus_free')).toBe(0);
      controller.abort();
      expect(await left).toBe('left');
      await expect.poll(() => gauge('bus_free')).toBe(2);
      expect(await gauge('engine_running')).toBe(0);
    });

    it('a full fleet refuses with 503 and loses nothing that it accepted', async () => {
      const answers = await Promise.all(Array.from({ length: 12 }, () => recognize(node, sentence)));
      const refused = answers.filter(({ status }) => status === 503);
      expect(refused.length).toBeGreaterThan(0);
      for (const answer of refused) {
        expect(answer.code()).toBe('ERR_BUSY');
        expect(Number(answer.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
      }
      const served = answers.filter(({ status }) => status === 200);
      expect(served.length).toBe(12 - refused.length);
      for (const answer of served) expect(texts(answer.segments())).toEqual([SENTENCE]);
    });

    it('a worker that is killed at work costs time, not the result', async () => {
      const before = await gauge('bus_retries_total');
      const answer = recognize(node, long);
      await expect.poll(() => gauge('bus_free')).toBe(0);
      await workers[0]!.stop('SIGKILL');
      expectWhole(await answer);
      expect(await gauge('bus_retries_total')).toBe(before + 1);
      await expect.poll(() => gauge('bus_workers')).toBe(1);
      workers[0] = await startWorker(busEnv());
      await expect.poll(() => gauge('bus_workers')).toBe(2);
    });

    it('a worker that is asked to stop finishes first', async () => {
      const before = await gauge('bus_retries_total');
      const answer = recognize(node, long);
      await expect.poll(() => gauge('bus_free')).toBe(0);
      expect(await workers[1]!.stop()).toBe(0);
      expectWhole(await answer);
      expect(await gauge('bus_retries_total')).toBe(before);
    });

    it('NATS may end and come back under a request', async () => {
      const answer = recognize(node, long);
      await expect.poll(() => gauge('bus_free')).toBe(0);
      await nats.kill();
      await expect.poll(() => gauge('bus_connected')).toBe(0);
      await nats.start();
      expectWhole(await answer);
      await expect.poll(async () => (await readiness()).ready).toBe(true);
    });

    it('without a worker it says that it is not ready, and answers 503', async () => {
      await workers[0]!.stop();
      await expect.poll(() => gauge('bus_workers')).toBe(0);
      expect(await readiness()).toMatchObject({ ready: false, bus: { connected: true, workers: 0 } });
      const refused = await recognize(node, sentence);
      expect([refused.status, refused.code()]).toEqual([503, 'ERR_BUSY']);
      expect(refused.headers.get('retry-after')).toBe('5');
    });

    it('a server with an engine of its own is a worker among the others', async () => {
      const server = await startServer(busEnv());
      expect(texts((await recognize(server, sentence)).segments())).toEqual([SENTENCE]);
      await expect.poll(() => gauge('bus_workers')).toBe(1);
      // The thin node uses it as well.
      expect(texts((await recognize(node, sentence)).segments())).toEqual([SENTENCE]);
      expect(await server.stop()).toBe(0);
      await expect.poll(() => gauge('bus_workers')).toBe(0);
    });
  },
);

it.skipIf(skipped !== undefined)('a bus with TLS lets in who has a certificate that it knows', async () => {
  const folder = newFolder();
  const [bus, known, stranger] = ['localhost', 'known', 'stranger'].map((name) => {
    const { cert, key } = selfSigned(name);
    const [certFile, keyFile] = [join(folder, `${name}.crt`), join(folder, `${name}.key`)];
    writeFileSync(certFile, cert);
    writeFileSync(keyFile, key);
    return { certFile, keyFile };
  });
  const nats = await startNats((found as { path: string }).path, [
    ...['--tlsverify', '--tlscacert', known!.certFile],
    ...['--tlscert', bus!.certFile, '--tlskey', bus!.keyFile],
  ]);
  onTestFinished(() => nats.kill());
  writeFileSync(join(folder, 'bus-url'), `tls://localhost:${nats.port}\n`);
  const doctor = ({ certFile, keyFile }: { certFile: string; keyFile: string }) => {
    const env = {
      LOCUTOR_BUS_URL_FILE: join(folder, 'bus-url'),
      LOCUTOR_BUS_CA_FILE: bus!.certFile,
      LOCUTOR_BUS_CERT_FILE: certFile,
      LOCUTOR_BUS_KEY_FILE: keyFile,
    };
    const options = { cwd: folder, env: { ...process.env, ...env, LOCUTOR_PORT: '0' } };
    const { stdout } = spawnSync(process.execPath, [program, 'doctor'], { ...options, encoding: 'utf8' });
    return stdout.split('\n').find((line) => / bus /.test(line));
  };
  // Nobody works there, but it is heard.
  expect(doctor(known!)).toMatch(/tls:\/\/localhost:\d+: (0|no) workers/);
  expect(doctor(stranger!)).toMatch(/^FAILURE +bus/);
});

it('a thin node or a worker without a bus is a mistake on the command line', () => {
  for (const args of [['serve', '--no-local-engine'], ['worker']]) {
    const { status, stderr } = spawnSync(process.execPath, [program, ...args], {
      cwd: newFolder(),
      encoding: 'utf8',
    });
    expect([status, stderr]).toEqual([2, expect.stringContaining('busUrl')]);
  }
});
