import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { writtenTo } from '../test/written-to.ts';
import { lineProgress, showProgress } from './progress.ts';

test('lines come at most every three seconds, and one for each finished file', () => {
  const lines: string[] = [];
  let now = 0;
  const progress = lineProgress(
    (line) => lines.push(line),
    () => now,
  );
  for (now = 0; now <= 7000; now += 10) {
    progress.onProgress({ kind: 'download', models: ['base', 'tiny'], done: now * 1000, total: 10_000_000 });
  }
  progress.onProgress({ kind: 'file', model: 'base', file: 'encoder.onnx', size: 20_500_000 });
  progress.onProgress({ kind: 'preparing', model: 'base' });
  progress.onProgress({ kind: 'prepared', model: 'base' });
  progress.log('waiting');
  expect(lines).toEqual([
    'base + tiny: 3.0 of 10.0 MB (30 %)',
    'base + tiny: 6.0 of 10.0 MB (60 %)',
    'base: encoder.onnx is in place (20.5 MB)',
    'base: preparing its graphs',
    'base: prepared',
    'waiting',
  ]);
});

test('a terminal gets a bar with the name, the megabytes and the time left', async () => {
  const terminal = Object.assign(new PassThrough(), { isTTY: true, columns: 100, rows: 30 });
  const progress = await showProgress(terminal as unknown as NodeJS.WriteStream);
  progress.log('waiting');
  progress.onProgress({ kind: 'download', models: ['base'], done: 1_000_000, total: 4_000_000 });
  progress.onProgress({ kind: 'download', models: ['base'], done: 2_000_000, total: 4_000_000 });
  progress.onProgress({ kind: 'file', model: 'base', file: 'encoder.onnx', size: 2_000_000 });
  progress.stop();
  const shown = writtenTo(terminal);
  expect(shown).toMatch(/base █+░+ 2\.0\/4\.0 MB {2}\S+ left/);
  expect(shown).toContain('waiting\n');
  expect(shown).toContain('base: encoder.onnx is in place (2.0 MB)');
});
