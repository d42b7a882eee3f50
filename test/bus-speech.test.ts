/** Speech that workers of a bus make for a node without models. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findNatsServer, startNats, type TestNats } from '../packages/engine/test/nats-server.ts';
import { recognize, texts } from './support/recognize.ts';
import { newFolder, startServer, type TestServer } from './support/server.ts';
import { PLAIN, speak, speakSsml } from './support/synthesize.ts';
import { startWorker, type TestWorker } from './support/worker.ts';

const found = findNatsServer();
const skipped = 'unavailable' in found ? found.unavailable : undefined;
const SENTENCE = 'The weather in the north is cold and clear.';
/** Takes much longer to speak than to begin. */
const LONG = Array.from({ length: 2 }, (_, at) => `${SENTENCE} This is sentence number ${at + 1}.`).join(' ');

describe.skipIf(skipped !== undefined)(`speech over a bus${skipped ? ` (skipped: ${skipped})` : ''}`, () => {
  let nats: TestNats;
  let node: TestServer;
  let workers: TestWorker[];
  const env = () => ({ LOCUTOR_BUS_URL: nats.url, LOCUTOR_WORKER_HEALTH_PORT: '0' });
  const isBusy = async (worker: TestWorker) => {
    const [, url] = /health +(\S+)/.exec(worker.output())!;
    const { engine } = (await (await fetch(url!)).json()) as { engine: { running: number } };
    return engine.running > 0;
  };
  const gauge = async (name: string) => {
    const metrics = await (await fetch(`${node.url}/metrics`)).text();
    return Number(new RegExp(`^locutor_${name} (\\d+)$`, 'm').exec(metrics)?.[1]);
  };

  beforeAll(async () => {
    nats = await startNats((found as { path: string }).path);
    workers = [await startWorker(env()), await startWorker(env())];
    node = await startServer({ ...env(), LOCUTOR_MODELS_DIR: newFolder() }, newFolder(), [
      ...['serve', '--no-local-engine'],
    ]);
  });
  afterAll(async () => {
    await node?.stop();
    await Promise.all((workers ?? []).map((worker) => worker.stop('SIGKILL')));
    await nats?.kill();
  });

  it('is what RECOGNIZE understands', async () => {
    const { status, headers, audio } = await speak(node, { text: SENTENCE });
    expect([status, headers.get('content-type')]).toEqual([200, 'audio/wav']);
    expect(texts((await recognize(node, audio)).segments())).toEqual([
      'the weather in the north is cold and clear',
    ]);
  });

  it('has its marks, and its errors', async () => {
    const marked = await speakSsml(node, '<speak>Good morning. <mark name="later"/>Bye.</speak>');
    expect(JSON.parse(marked.headers.get('x-marks')!)).toEqual([
      { name: 'later', ms: expect.any(Number) as number },
    ]);
    const wrong = await speakSsml(node, '<speak>\n<break time="long"/></speak>');
    expect([wrong.status, wrong.json().code]).toEqual([400, 'ERR_SSML_INVALID']);
  });

  it('goes on without a gap when its worker is killed in the middle', async () => {
    const whole = await speak(node, { text: LONG });
    const answer = await fetch(`${node.url}${PLAIN}`, {
      method: 'POST',
      body: JSON.stringify({ text: LONG }),
      headers: { 'content-type': 'application/json' },
    });
    const reader = answer.body!.getReader();
    const parts = [(await reader.read()).value!];
    const [first, second] = workers as [TestWorker, TestWorker];
    await ((await isBusy(first)) ? first : second).stop('SIGKILL');
    for (let next = await reader.read(); !next.done; next = await reader.read()) parts.push(next.value);
    expect(Buffer.concat(parts).equals(whole.audio)).toBe(true);
    expect(await gauge('bus_retries_total')).toBe(1);
  });
});
