import { afterEach, expect, it } from 'vitest';
import { printParse } from '../match/parse-steps.ts';
import { GrammarPool } from './pool.ts';

const HEADER = '#ABNF 1.0;\nlanguage en;\nroot $main;\ntag-format <semantics/1.0>;\n';
const source = (rules: string) => ({ source: HEADER + rules });
let pool = new GrammarPool();

afterEach(() => pool.close());

function open(options: ConstructorParameters<typeof GrammarPool>[0] = {}): GrammarPool {
  pool = new GrammarPool({ threads: 2, time: 30_000, ...options });
  return pool;
}

async function value(key: string, text: string): Promise<unknown> {
  return (await pool.match(key, text)).matches[0]?.interpretations[0]?.value;
}

it('matches on any of its threads, many at once', async () => {
  open();
  await pool.compile('a', source('$main = x {out = "A"};'));
  await pool.compile('b', source('$main = x {out = parseInt("7")};'));
  const results = await Promise.all(Array.from({ length: 40 }, (_, i) => value(i % 2 ? 'b' : 'a', 'x')));
  expect(results).toEqual(Array.from({ length: 40 }, (_, i) => (i % 2 ? 7 : 'A')));
});

it('says what a compiled grammar is for', async () => {
  open();
  const voice = await pool.compile('a', source('$main = x;'));
  expect(voice).toMatchObject({ mode: 'voice', language: 'en', frozen: { mode: 'voice' } });
  const keys = await pool.compile('b', { source: '#ABNF 1.0;\nmode dtmf;\nroot $r;\n$r = 1;\n' });
  expect(keys).toMatchObject({ mode: 'dtmf' });
  expect(keys).not.toHaveProperty('language');
});

it('fetches other documents once, in the main thread', async () => {
  open();
  const asked: string[] = [];
  const resolve = async (uri: string) => {
    asked.push(uri);
    return source('$main = y {out = "Y"};');
  };
  await pool.compile('a', { ...source('$main = x $<other.gram>;'), uri: 'file:///g/a.gram' }, { resolve });
  await Promise.all([value('a', 'x y'), value('a', 'x y'), value('a', 'x y')]);
  expect(asked).toEqual(['file:///g/other.gram']);
});

it('hands errors over with their place', async () => {
  open();
  const syntax = pool.compile('a', source('$main = (x;'));
  await expect(syntax).rejects.toMatchObject({ name: 'GrammarError', code: 'syntax', line: 5 });
  const refused = pool.compile(
    'a',
    { ...source('$main = $<http://host/>;'), uri: 'http://host/a' },
    { resolve: () => Promise.reject(new Error('no route')) },
  );
  await expect(refused).rejects.toThrow('no route');
  await expect(pool.match('a', 'x')).rejects.toMatchObject({ code: 'not-found' });
  await pool.compile('a', source('$main = x;'));
  await expect(pool.match('a', 'x '.repeat(3000))).rejects.toMatchObject({ code: 'limit', limit: 'words' });
});

it('replaces and forgets grammars', async () => {
  open();
  await pool.compile('a', source('$main = x {out = 1};'));
  expect(await value('a', 'x')).toBe(1);
  await pool.compile('a', source('$main = x {out = 2};'));
  expect(await Promise.all([value('a', 'x'), value('a', 'x')])).toEqual([2, 2]);
  pool.forget('a');
  expect(pool.has('a')).toBe(false);
  await expect(pool.match('a', 'x')).rejects.toMatchObject({ code: 'not-found' });
});

it('compiles again what a thread has dropped', async () => {
  open({ threads: 1, grammars: 1 });
  await pool.compile('a', source('$main = x {out = 1};'));
  await pool.compile('b', source('$main = x {out = 2};'));
  expect([await value('a', 'x'), await value('b', 'x'), await value('a', 'x')]).toEqual([1, 2, 1]);
});

it('ends a thread that takes too long, and only that job', async () => {
  open({ threads: 1, time: 2000 });
  await pool.compile('quick', source('$main = x {out = 1};'));
  // Hours of work, with no limits on scripts.
  const limits = { scriptSteps: Number.MAX_SAFE_INTEGER, scriptMs: Number.MAX_SAFE_INTEGER };
  await pool.compile('slow', source('$main = x {!{while (1);}!};'), { limits });
  const stuck = pool.match('slow', 'x');
  const behind = value('quick', 'x');
  await expect(stuck).rejects.toMatchObject({ code: 'limit', limit: 'time' });
  expect(await behind).toBe(1);
});

it('survives a thread that runs out of memory', async () => {
  open({ threads: 1, memory: 32 });
  const names = Array.from({ length: 400_000 }, (_, i) => `w${i} {out.a = ${i}}`).join('|');
  await expect(pool.compile('big', source(`$main = ${names};`))).rejects.toMatchObject({ code: 'limit' });
  await pool.compile('a', source('$main = x {out = 1};'));
  expect(await value('a', 'x')).toBe(1);
});

it('refuses work when its queue is full or it is closed', async () => {
  open({ threads: 1, queue: 1 });
  await pool.compile('a', source('$main = x {out = 1};'));
  const outcomes = await Promise.allSettled([value('a', 'x'), value('a', 'x'), value('a', 'x')]);
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected']);
  const cut = expect(pool.match('a', 'x')).rejects.toThrow('closed');
  await pool.close();
  await cut;
  await expect(pool.match('a', 'x')).rejects.toThrow('closed');
});

it('generates sentences on any of its threads', async () => {
  open({ threads: 1, grammars: 1 });
  await pool.compile('a', source('$main = [very] (good | bad);'));
  await pool.compile('b', source('$main = x;'));
  const sentences = await pool.sentences('a', { count: 20 }, { client: 'a' });
  expect([...sentences].sort()).toEqual(['bad', 'good', 'very bad', 'very good']);
  expect(await pool.sentences('b', { count: 20 })).toEqual(['x']);
  await expect(pool.sentences('c')).rejects.toMatchObject({ code: 'not-found' });
});

it('ends a thread whose sentences have no end, and goes on', async () => {
  open({ threads: 1, time: 2000 });
  // The shortest sentence has 2^40 words.
  const doubling = Array.from({ length: 40 }, (_, i) => `$r${i} = $r${i + 1} $r${i + 1};`).join('\n');
  await pool.compile('long', source(`$main = $r0;\n${doubling}\n$r40 = x;`));
  await expect(pool.sentences('long')).rejects.toMatchObject({ code: 'limit' });
  await pool.compile('a', source('$main = x;'));
  expect(await pool.sentences('a')).toEqual(['x']);
});

it('lints on a thread, and throws what keeps a grammar from being read', async () => {
  open();
  const findings = await pool.lint(source('$main = a;\n$unused = b;'), { client: 'a' });
  expect(findings).toMatchObject([{ code: 'unused-rule', rule: 'unused', line: 6 }]);
  await expect(pool.lint(source('$main = (a;'))).rejects.toMatchObject({ code: 'syntax', line: 5 });
});

it('gives each meaning its own parse where that is asked for', async () => {
  open();
  const ambiguous = '$main = $one | $two;\n$one = x {out = 1};\n$two = x {out = 2};';
  await pool.compile('ambiguous', source(ambiguous));
  const parsesOf = async (everyParse: boolean) => {
    const { matches } = await pool.match('ambiguous', 'x', { everyParse });
    return matches[0]!.interpretations.map(({ parse }) => parse && printParse(parse));
  };
  expect(await parsesOf(true)).toEqual(['$main[$one["x",{!{out = 1}!}]]', '$main[$two["x",{!{out = 2}!}]]']);
  expect(await parsesOf(false)).toEqual([undefined, undefined]);
});
