import { SSML_INVALID, type SynthesisJobs, type SynthesizeInput } from '@locutor/contract';
import { expect, onTestFinished, test } from 'vitest';
import { ScriptedEngines } from '../../test/scripted-engines.ts';
import { EnginePool } from '../pool/engine-pool.ts';
import { synthesize } from './synthesize.ts';

const input: SynthesizeInput = {
  text: 'One. Two.',
  ssml: false,
  voice: 'af_heart',
  language: 'en',
  rate: 1,
  volume: 1,
  model: 'kokoro',
  format: { codec: 'wav', sampleRate: 24_000, channels: 1, bitsPerSample: 16 },
};

async function scene() {
  const engines = new ScriptedEngines();
  const pool = new EnginePool<SynthesisJobs>({ settings: {}, processes: 1, launch: engines.launch });
  onTestFinished(() => pool.drain({ timeoutMs: 0 }));
  await pool.start();
  return { engines, pool };
}

const part = (byte: number) => ({ audio: Uint8Array.of(byte) });

test('parts come in order, while the job runs, and its output at the end', async () => {
  const { engines, pool } = await scene();
  const speech = synthesize(pool, input);
  const job = await engines.job('synthesize');
  expect(job.input).toEqual(input);
  const parts = speech[Symbol.asyncIterator]();
  job.emit(part(1));
  expect((await parts.next()).value).toEqual(Uint8Array.of(1));
  const waiting = parts.next();
  job.emit(part(2));
  job.emit(part(3));
  expect((await waiting).value).toEqual(Uint8Array.of(2));
  job.done({ audioMs: 1500, marks: [] });
  expect((await parts.next()).value).toEqual(Uint8Array.of(3));
  expect((await parts.next()).done).toBe(true);
  expect(await speech.output).toEqual({ audioMs: 1500, marks: [] });
});

test('an error of the job comes after the parts before it', async () => {
  const { engines, pool } = await scene();
  const speech = synthesize(pool, input);
  const job = await engines.job('synthesize');
  job.emit(part(1));
  job.refuse(SSML_INVALID, { line: 1, column: 2 });
  const parts = speech[Symbol.asyncIterator]();
  expect((await parts.next()).value).toEqual(Uint8Array.of(1));
  await expect(parts.next()).rejects.toMatchObject({ code: SSML_INVALID, data: { line: 1, column: 2 } });
  await expect(speech.output).rejects.toMatchObject({ code: SSML_INVALID });
});

test('whoever stops listening ends the work', async () => {
  const { engines, pool } = await scene();
  const speech = synthesize(pool, input);
  const job = await engines.job('synthesize');
  job.emit(part(1));
  for await (const _ of speech) break;
  await expect(speech.output).rejects.toMatchObject({ code: 'JOB_CANCELED', by: 'caller' });
});

test('so does an aborted signal', async () => {
  const { engines, pool } = await scene();
  const controller = new AbortController();
  const speech = synthesize(pool, input, { signal: controller.signal });
  await engines.job('synthesize');
  controller.abort();
  await expect(speech[Symbol.asyncIterator]().next()).rejects.toMatchObject({ code: 'JOB_CANCELED' });
});

test('a deadline counts from acceptance', async () => {
  const { engines, pool } = await scene();
  const speech = synthesize(pool, input, { deadlineMs: 20 });
  await engines.job('synthesize');
  await expect(speech.output).rejects.toMatchObject({ code: 'DEADLINE_EXCEEDED' });
});
