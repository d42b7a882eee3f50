import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { startRegistry } from '../test/fake-registry.ts';
import { smallModel } from '../test/packed-model.ts';
import { useRegistry } from '../test/registry-settings.ts';
import { writtenTo } from '../test/written-to.ts';
import { fetchCommand } from './fetch-command.ts';

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'models-'));
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(dir, { recursive: true, force: true });
});

async function run(
  argv: string[],
  models = [smallModel().model],
): Promise<{ status: number; output: string }> {
  const out = new PassThrough();
  const status = await fetchCommand(argv, out as unknown as NodeJS.WriteStream, { models });
  // A slow machine also prints how far the download is.
  return { status, output: writtenTo(out).replace(/^.* MB \(\d+ %\)\n/gm, '') };
}

test('fetches, tells each file in a plain line, and is content the second time', async () => {
  const packed = smallModel();
  const registry = await startRegistry([packed]);
  useRegistry(registry.url);
  const first = await run(['--dir', dir, '--all'], [packed.model]);
  await registry.close();
  expect(first).toEqual({
    status: 0,
    output: [
      `Fetching models into ${dir}`,
      'small: encoder.onnx is in place (0.1 MB)',
      'small: decoder.bin is in place (0.1 MB)',
      '',
    ].join('\n'),
  });
  const second = await run(['--dir', dir, '--all'], [packed.model]);
  expect(second).toEqual({ status: 0, output: `Every model asked for is ready in ${dir}.\n` });
});

test('a model whose licence has a condition is fetched only where that is accepted', async () => {
  const packed = smallModel();
  const licence = { ...packed.model.licence, name: 'CC-BY-NC-4.0', condition: 'No commerce.' };
  const models = [{ ...packed.model, licence }];
  const refused = await run(['--dir', dir, 'small'], models);
  expect(refused).toEqual({
    status: 1,
    output:
      'Model small has a licence of its own, CC-BY-NC-4.0: No commerce. To install it, accept that with --accept-licence.\n',
  });
  const registry = await startRegistry([packed]);
  useRegistry(registry.url);
  const accepted = await run(['--dir', dir, '--accept-licence', 'small'], models);
  await registry.close();
  expect(accepted).toMatchObject({ status: 0, output: expect.stringContaining('decoder.bin is in place') });
  // What is installed was accepted.
  expect((await run(['--dir', dir, 'small'], models)).status).toBe(0);
});

test('--all leaves such models out, unless their conditions are accepted', async () => {
  const licence = { name: 'CC-BY-NC-4.0', attribution: 'somebody', condition: 'No commerce.' };
  const packed = smallModel();
  const registry = await startRegistry([packed]);
  useRegistry(registry.url);
  const bound = { ...smallModel('bound').model, licence };
  const all = await run(['--dir', dir, '--all'], [packed.model, bound]);
  const withIt = await run(['--dir', dir, '--all', '--accept-licence'], [packed.model, bound]);
  await registry.close();
  expect(all.status).toBe(0);
  expect(all.output).not.toContain('bound');
  expect(withIt).toMatchObject({ status: 1, output: expect.stringContaining('bound') });
});

test.each([
  [['--dir', '.', 'no-such-model'], 'There is no model called "no-such-model". Known models: small.'],
  [['--what'], 'usage: fetch-main'],
  [['--source', 'small=ftp://x', 'small'], 'not "ftp://x"'],
  [['--source', 'small', 'small'], '--source takes MODEL=ADDRESS, not "small"'],
])('%j ends with status 1 and a sentence', async (argv, sentence) => {
  const { status, output } = await run(['--dir', dir, ...argv]);
  expect(status).toBe(1);
  expect(output).toContain(sentence);
  expect(output).not.toContain('    at ');
});
