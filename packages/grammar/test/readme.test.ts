// The README's examples, run: an expression followed by `// → value` must have that value.
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import * as library from '../src/index.ts';

const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
const examples = [...readme.matchAll(/```js\n([\s\S]*?)```/g)].map((found) => found[1]!);
const AsyncFunction = (async () => {}).constructor as new (
  ...parts: string[]
) => (...values: unknown[]) => Promise<void>;

it('has examples', () => expect(examples.length).toBeGreaterThan(5));

it.each(examples.map((code, i) => [i + 1, code] as const))('example %i', async (_, code) => {
  const body = code
    .replace(/import (\{[^}]*\}) from '@locutor\/grammar';/, 'const $1 = library;')
    .replace(/^(.*?); \/\/ → (.*)$/gm, 'expect($1).toEqual($2);');
  expect.hasAssertions();
  await new AsyncFunction('library', 'expect', body)(library, expect);
});
