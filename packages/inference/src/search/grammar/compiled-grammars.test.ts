import type { GrammarInput } from '@locutor/contract';
import { expect, test } from 'vitest';
import { CompiledGrammars } from './compiled-grammars.ts';

const input = (key: string, body = key): GrammarInput => ({
  key,
  source: { source: `#ABNF 1.0;\nlanguage en; mode voice; root $r;\npublic $r = ${body};\n` },
  documents: new Map(),
});

test('a grammar is compiled once for all who use it', async () => {
  const grammars = new CompiledGrammars();
  const [first, second] = [grammars.get(input('yes')), grammars.get(input('yes'))];
  expect(second).toBe(first);
  expect((await first).accepts('yes')).toBe(true);
});

test('of more grammars than are kept, the one unused for longest is compiled again', async () => {
  const grammars = new CompiledGrammars();
  const used = grammars.get(input('used'));
  const unused = grammars.get(input('unused'));
  for (let n = 0; n < 31; n++) {
    await grammars.get(input(`word${n}`, 'word'));
    expect(grammars.get(input('used'))).toBe(used);
  }
  expect(grammars.get(input('unused'))).not.toBe(unused);
});

test('one that cannot be compiled is tried again', async () => {
  const grammars = new CompiledGrammars();
  await expect(grammars.get(input('broken', '('))).rejects.toThrow();
  expect((await grammars.get(input('broken', 'mended'))).accepts('mended')).toBe(true);
});
