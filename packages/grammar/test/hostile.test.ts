// Grammars made to stall, swell or escape. Every one ends in a typed error or in a match whose meaning failed; none of
// these tests looks at a clock, because every limit is a count.
import { describe, expect, it } from 'vitest';
import { compileGrammar, type GrammarDocument, type GrammarError, readGrammar } from '../src/index.ts';
import { type Expansion, emptyDocument } from '../src/model.ts';

const HEADER = '#ABNF 1.0;\nlanguage en;\nroot $main;\ntag-format <semantics/1.0>;\n';

function read(rules: string): GrammarDocument {
  return readGrammar(HEADER + rules);
}

/** A document as a program may make it, without a reader's checks. */
function made(expansion: Expansion): GrammarDocument {
  const rule = { name: 'main', scope: 'public', examples: [], expansion } as const;
  return { ...emptyDocument(), language: 'en', root: 'main', rules: [rule] };
}

const limit = (name: string): Partial<GrammarError> => ({ code: 'limit', limit: name });

async function failures(rules: string) {
  const { matches } = await (await compileGrammar(read(rules))).match('x');
  expect(matches).toHaveLength(1);
  expect(matches[0]!.interpretations).toEqual([]);
  return matches[0]!.failures;
}

const doubling = (depth: number, body: (next: string) => string, last: string) =>
  `$main = $r0;${Array.from({ length: depth }, (_, i) => `$r${i} = ${body(`r${i + 1}`)};`).join('')}$r${depth} = ${last};`;

describe('rules', () => {
  it('a billion laughs in words are a small network', async () => {
    const grammar = await compileGrammar(read(doubling(40, (next) => `$${next} $${next}`, 'x')));
    expect(grammar.accepts('x '.repeat(100))).toBe(false);
  });

  it('a billion laughs in choices are one packed forest', async () => {
    const grammar = await compileGrammar(read(doubling(60, (next) => `$${next} | $${next}`, 'x')));
    const { matches } = await grammar.match('x');
    expect(matches[0]!.interpretations).toEqual([{ value: 'x', score: 1 }]);
  });

  it('a billion empty laughs end', async () => {
    const grammar = await compileGrammar(read(doubling(60, (next) => `[$${next}] [$${next}]`, '()')));
    expect(grammar.accepts('')).toBe(true);
    expect(grammar.accepts('x')).toBe(false);
  });

  it('repeats inside repeats add up, not multiply', async () => {
    let rules = 'x<1-100>';
    for (let depth = 0; depth < 8; depth++) rules = `(${rules})<1-100>`;
    const grammar = await compileGrammar(read(`$main = ${rules};`), { limits: { arcs: 4000 } });
    expect(grammar.accepts('x x x')).toBe(true);
    expect(() => grammar.accepts('x '.repeat(200), { limits: { edges: 100_000 } })).toThrow(
      expect.objectContaining(limit('edges')),
    );
  });

  it('recursion without an end accepts nothing', async () => {
    const grammar = await compileGrammar(
      read('$main = $main | $main $main | x $second; $second = $second x;'),
    );
    expect(grammar.accepts('x x')).toBe(false);
    expect(grammar.accepts('')).toBe(false);
  });

  it('nesting has a limit', async () => {
    let expansion: Expansion = { kind: 'token', text: 'x' };
    for (let depth = 0; depth < 100_000; depth++) expansion = { kind: 'sequence', items: [expansion] };
    await expect(compileGrammar(made(expansion))).rejects.toMatchObject(limit('nesting'));
  });

  it('repeats, rules and arcs have limits', async () => {
    const token = { kind: 'token', text: 'x' } as const;
    const item: Expansion = { kind: 'item', expansion: token, repeat: { min: 1, max: 1e9 } };
    await expect(compileGrammar(made(item))).rejects.toMatchObject(limit('repeat'));
    const list = read(`$main = ${Array.from({ length: 200 }, (_, i) => `w${i}`).join('|')};`);
    await expect(compileGrammar(list, { limits: { arcs: 100 } })).rejects.toMatchObject(limit('arcs'));
    const rules = read(doubling(50, (next) => `$${next}`, 'x'));
    await expect(compileGrammar(rules, { limits: { rules: 20 } })).rejects.toMatchObject(limit('rules'));
  });
});

describe('documents', () => {
  const document = (uri: string, reference: string) =>
    readGrammar(`#ABNF 1.0;\nlanguage en;\nroot $main;\npublic $main = x | ${reference} x;`, { uri });

  it('may import each other', async () => {
    const resolve = async (uri: string) => document(uri, uri.endsWith('a.gram') ? '$<b.gram>' : '$<a.gram>');
    const grammar = await compileGrammar(document('file:///g/a.gram', '$<b.gram>'), { resolve });
    expect(grammar.accepts('x x x x x')).toBe(true);
  });

  it('without end reach their limit', async () => {
    let count = 0;
    const resolve = async (uri: string) => document(uri, `$<${++count}.gram>`);
    await expect(
      compileGrammar(document('file:///g/a.gram', '$<0.gram>'), { resolve }),
    ).rejects.toMatchObject(limit('documents'));
    expect(count).toBeLessThan(40);
  });
});

describe('texts', () => {
  it('too long for a very ambiguous grammar', async () => {
    const grammar = await compileGrammar(read('$main = $main $main | x;'));
    await expect(grammar.match('x '.repeat(1000), { limits: { edges: 50_000 } })).rejects.toMatchObject(
      limit('edges'),
    );
    // The next text is not troubled by what the last one left behind.
    expect((await grammar.match('x x x')).matches).toHaveLength(1);
  });

  it('too long at all', async () => {
    const grammar = await compileGrammar(read('$main = x<0->;'));
    await expect(grammar.match('x '.repeat(2001))).rejects.toMatchObject(limit('words'));
  });

  it('with too many items', async () => {
    const grammar = await compileGrammar(read('$main = ($GARBAGE | x)<0->;'));
    expect(() => grammar.accepts('y '.repeat(300), { limits: { items: 10_000 } })).toThrow(
      expect.objectContaining(limit('items')),
    );
  });

  it('with exponentially many derivations return as many as the limit', async () => {
    const grammar = await compileGrammar(
      read('$main = (x {out.a = 1} | x {out.b = 1} | x {out.c = 1})<0->;'),
    );
    const { matches } = await grammar.match('x '.repeat(60), { nBest: 1000, limits: { derivations: 5 } });
    expect(matches.flatMap((match) => match.interpretations).length).toBeLessThanOrEqual(5);
  });
});

describe('tags', () => {
  it('that never return are stopped', async () => {
    for (const script of [
      'while (1);',
      'for (;;) { try { while (1); } finally { continue; } }',
      'out = { toJSON: function () { while (1); } };',
      'out = /^(a+)+$/.test("aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaab");',
    ])
      expect(await failures(`$main = x {!{${script}}!};`), script).toMatchObject([{ kind: 'stopped' }]);
  });

  it('that take too much memory fail', async () => {
    for (const script of [
      'var a = []; for (;;) a.push(new Array(1000).fill(a.length));',
      'var a = "x"; for (;;) a += a;',
      'out = new ArrayBuffer(1e9);',
      'function f() { return f() + 1; } out = f();',
    ])
      expect(await failures(`$main = x {!{${script}}!};`), script).toHaveLength(1);
  });

  it('whose meaning is endless when written out fail', async () => {
    const simple = doubling(50, (next) => `$${next} {out.a = rules.${next}; out.b = rules.${next}}`, 'x');
    const script = doubling(50, (next) => `$${next} {out.a = [rules.${next}, rules.${next}]}`, 'x');
    const text = doubling(50, (next) => `$${next} {out = rules.${next} + rules.${next}}`, 'x');
    const statements = `$main = x {out = "x"; ${'out = out + out;'.repeat(60)}};`;
    const cycle = '$main = x {out.a = out};';
    for (const rules of [simple, script, text, statements, cycle])
      expect(await failures(rules)).toHaveLength(1);
  });

  it('see nothing of the host', async () => {
    const script = `out = [typeof process, typeof require, typeof globalThis.fetch, typeof WebAssembly,
      (function () {}).constructor('return typeof process')(), this === undefined || typeof this.process].join();`;
    const { matches } = await (await compileGrammar(read(`$main = x {!{${script}}!};`))).match('x');
    expect(matches[0]!.interpretations[0]!.value).not.toMatch(/object|function/);
  });

  it('cannot pollute prototypes, here or there', async () => {
    const grammar = await compileGrammar(
      read(`$main = x {!{out.__proto__.p = 1; out.constructor.prototype.p = 1; Object.prototype.p = 1;
        Array.prototype.push = null; JSON.stringify = null; out["__proto__"] = {q: 1}; out.ok = true;}!}
        | y {!{out = JSON.parse('{"__proto__": {"p": 1}, "ok": 1}')}!} | z {!{out = ({}).p + typeof [].push}!};`),
    );
    const value = async (text: string) => (await grammar.match(text)).matches[0]!.interpretations[0]!.value;
    expect(await value('x')).toEqual({ ok: true });
    const parsed = (await value('y')) as { p?: number };
    expect(parsed.p).toBeUndefined();
    expect(await value('z')).toBe('undefinedfunction');
    expect(({} as { p?: number }).p).toBeUndefined();
  });

  it('have a limit in length', async () => {
    const rules = `$main = x {!{${'out = f(1);'.repeat(100_000)}}!};`;
    await expect(compileGrammar(read(rules))).rejects.toMatchObject(limit('scriptLength'));
  });

  it('need memory to be compiled, within limits', async () => {
    const choices = Array.from({ length: 2000 }, (_, i) => `w${i} {out = parseInt("${i}")}`).join('|');
    const document = read(`$main = ${choices};`);
    await expect(compileGrammar(document, { limits: { scriptMemory: 600_000 } })).rejects.toMatchObject(
      limit('scriptMemory'),
    );
    const grammar = await compileGrammar(document);
    expect((await grammar.match('w1234')).matches[0]!.interpretations[0]!.value).toBe(1234);
  });
});
