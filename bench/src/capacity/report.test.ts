import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { assumed } from './measured.ts';
import { report } from './report.ts';

test('the manual shows what the calculator prints', () => {
  const page = readFileSync(new URL('../../../docs/scale.md', import.meta.url), 'utf8');
  expect(page).toContain(report([10, 1000, 100_000], 'english', assumed));
});
