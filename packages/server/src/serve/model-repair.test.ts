import { join } from 'node:path';
import type { DamagedFile } from '@locutor/models';
import { pino } from 'pino';
import { expect, it, vi } from 'vitest';
import { ModelRepair } from './model-repair.ts';

const PREPARED = 'prepared-encoder.onnx';

function setUp(policy: 'auto' | 'start' | 'never', damage: Record<string, string[]>) {
  const verify = vi.fn(async ([model]: readonly string[] = []) =>
    (damage[model!] ?? []).map((file): DamagedFile => ({ model: model!, file, problem: 'changed' })),
  );
  const ensure = vi.fn(async ([model]: readonly string[]) => {
    delete damage[model!];
  });
  const lines: string[] = [];
  let time = 0;
  const repair = new ModelRepair({
    store: { dir: '/models', verify },
    needed: ['moonshine-base', 'silero-vad'],
    policy,
    log: pino({}, { write: (line: string) => void lines.push(line) }),
    ensure,
    now: () => time,
  });
  const later = (ms: number) => {
    time += ms;
  };
  /** Resolves when what was asked for so far is done. */
  const settled = () => repair.repair([]);
  return { repair, verify, ensure, later, settled, lines: () => lines.join('') };
}

it('makes the damaged one of the models anew that a failed start needs, and says so', async () => {
  const { repair, verify, ensure, settled, lines } = setUp('auto', { 'moonshine-base': [PREPARED] });
  for (const process of [1, 2]) repair.onEvent({ type: 'start-failed', process, reason: 'unable' });
  await settled();
  expect(verify.mock.calls).toEqual([[['moonshine-base']], [['silero-vad']]]);
  expect(ensure.mock.calls).toEqual([[['moonshine-base']]]);
  expect(lines()).toContain(
    `"model":"moonshine-base","files":["${PREPARED}"],"msg":"model files are damaged; restoring them"`,
  );
  expect(lines()).toContain('"msg":"the model is intact again"');
});

it('looks at the model of a file that a job could not load', async () => {
  const { repair, ensure, settled } = setUp('auto', { 'whisper-small': [PREPARED] });
  repair.onEvent({ type: 'model-unusable', process: 1, file: '/elsewhere/model.onnx' });
  const file = join('/models', 'whisper-small', 'graphs-1', PREPARED);
  repair.onEvent({ type: 'model-unusable', process: 1, file });
  await settled();
  expect(ensure.mock.calls).toEqual([[['whisper-small']]]);
});

it('looks again only after a while, and goes on when a repair fails', async () => {
  const { repair, verify, ensure, later, settled, lines } = setUp('auto', { 'moonshine-base': [PREPARED] });
  ensure.mockRejectedValueOnce(new Error('the disk is full'));
  const fail = () => repair.onEvent({ type: 'start-failed', process: 1, reason: 'unable' });
  fail();
  fail();
  await settled();
  expect(verify).toHaveBeenCalledTimes(2);
  expect(lines()).toContain('"msg":"a damaged model could not be repaired"');
  later(60_000);
  fail();
  await settled();
  expect(ensure).toHaveBeenCalledTimes(2);
  expect(lines()).toContain('"msg":"the model is intact again"');
});

it.each([
  ['never', PREPARED, 1],
  ['never', 'encoder.onnx', 0],
  ['start', 'encoder.onnx', 1],
] as const)('with modelsFetch %s and %s damaged is repaired %i times', async (policy, file, times) => {
  const { repair, ensure, settled, lines } = setUp(policy, { 'moonshine-base': [file] });
  repair.onEvent({ type: 'start-failed', process: 1, reason: 'unable' });
  await settled();
  expect(ensure).toHaveBeenCalledTimes(times);
  if (times === 0) expect(lines()).toContain('fetch them with: npx locutor models fetch moonshine-base');
});
