import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Grammars } from '../../grammars/grammars.ts';
import { readLms } from '../../grammars/index.ts';
import { inspect } from './inspect.ts';
import type { InspectRequest } from './request.ts';

const folder = mkdtempSync(join(tmpdir(), 'locutor-inspect-'));
let grammars: Grammars;
beforeAll(() => {
  writeFileSync(join(folder, 'yes.abnf'), '#ABNF 1.0;\nlanguage en;\nroot $a;\n$a = yes;\n');
  grammars = new Grammars({ folder, hosts: [], language: 'en' });
});
afterAll(async () => {
  await grammars.close();
  rmSync(folder, { recursive: true, force: true });
});

const never = new AbortController().signal;
const inline = (text: string): InspectRequest['source'] => ({
  kind: 'inline',
  uri: 'inline:0',
  bytes: Buffer.from(text),
  mediaType: 'application/srgs',
});
const look = (source: InspectRequest['source'], more: Partial<InspectRequest> = {}) =>
  inspect({ source, text: undefined, sentences: 0, client: 'a', ...more }, grammars, never);
const rules = (text: string) => inline(`#ABNF 1.0;\nlanguage en;\nroot $main;\n${text}\n`);

it('places an error in the grammar that was sent', async () => {
  const { valid, problems } = await look(rules('$main = (a;'));
  expect(valid).toBe(false);
  expect(problems).toEqual([
    expect.objectContaining({ severity: 'error', code: 'syntax', line: 4, column: expect.any(Number) }),
  ]);
});

it('names a document that it refers to and that does not exist, at its reference', async () => {
  const { valid, problems } = await look(rules('$main = $<nowhere.abnf>;'));
  expect(valid).toBe(false);
  expect(problems[0]).toMatchObject({ severity: 'error', code: 'not-found', line: 4 });
});

it('refuses a named grammar that does not exist', async () => {
  const [nowhere] = readLms('file:///nowhere.abnf') as InspectRequest['source'][];
  await expect(look(nowhere!)).rejects.toMatchObject({ code: 'ERR_LM_NOT_FOUND' });
});

it('warns of what is odd in a grammar that works, at most a hundred times', async () => {
  const one = await look(rules('$main = a;\n$unused = b;'));
  expect(one).toMatchObject({ valid: true, language: 'en', mode: 'voice' });
  expect(one.problems).toEqual([expect.objectContaining({ severity: 'warning', line: 5, rule: 'unused' })]);
  const unused = Array.from({ length: 150 }, (_, n) => `$unused${n} = b;`).join('\n');
  expect((await look(rules(`$main = a;\n${unused}`))).problems).toHaveLength(100);
});

it('gives every parse of an ambiguous text, with its meaning', async () => {
  const ambiguous = rules('$main = new york {one} | new york {two};');
  const { matches } = await look(ambiguous, { text: 'new york' });
  const values = matches.flatMap(({ interpretations }) => interpretations.map(({ value }) => value));
  expect(values.toSorted()).toEqual(['one', 'two']);
  for (const { parse } of matches.flatMap(({ interpretations }) => interpretations))
    expect(parse.length).toBeGreaterThan(0);
});

it('generates sentences that the grammar accepts', async () => {
  const grammar = rules('$main = [please] (call | ring) (ana | bob) <0-2>;');
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 5 }), async (sentences) => {
      const generated = (await look(grammar, { sentences })).sentences;
      expect(generated).toHaveLength(sentences);
      for (const text of generated) expect((await look(grammar, { text })).matches.length).toBeGreaterThan(0);
    }),
    { numRuns: 5 },
  );
});

it('says that a limit ended the work, and that the server stops', async () => {
  const endless = inline(
    '#ABNF 1.0;\nlanguage en;\ntag-format <semantics/1.0>;\nroot $main;\n$main = a {!{while (true) {}}!};\n',
  );
  const { problems } = await look(endless, { text: 'a' });
  expect(problems).toEqual([expect.objectContaining({ severity: 'error', code: 'failed' })]);
  const closed = new Grammars({ folder, hosts: [], language: 'en' });
  await closed.close();
  const request = { source: rules('$main = a;'), text: undefined, sentences: 0, client: 'a' };
  expect(await inspect(request, closed, never)).toMatchObject({
    valid: false,
    problems: [{ code: 'canceled', message: 'the server stops' }],
  });
});
