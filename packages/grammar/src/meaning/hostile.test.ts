import { describe, expect, it } from 'vitest';
import { compileGrammar } from '../compile/compile.ts';
import { defaultLimits, type GrammarLimits } from '../limits.ts';
import { readGrammar } from '../read/index.ts';

async function outcomes(rules: string, text: string, limits?: Partial<GrammarLimits>) {
  const document = readGrammar(
    `#ABNF 1.0;\nlanguage en;\nroot $main;\ntag-format <semantics/1.0>;\n${rules}`,
  );
  const grammar = await compileGrammar(document, limits && { limits });
  const { matches } = await grammar.match(text);
  const [match] = matches;
  return {
    grammar,
    values: match!.interpretations.map(({ value }) => value),
    failures: match!.failures.map(({ kind, reason }) => `${kind}: ${reason}`),
  };
}

const ofTag = (script: string, limits?: Partial<GrammarLimits>) =>
  outcomes(`$main = x {!{${script}}!};`, 'x', limits);

const TOO_LONG = 'stopped: the meaning is longer than 65536 characters';
const TOO_DEEP = 'stopped: the meaning is nested deeper than 200 levels, or holds itself';
const INTERRUPTED = 'stopped: interrupted';
const STACK = 'stopped: RangeError: Maximum call stack size exceeded';
const nest = (times: number) => `var a = 1; for (var i = 0; i < ${times}; i++) a = [a]; out = a`;

describe('the result of a tag', () => {
  // Most of these were stopped before too, or at the end of the thread's time; how is what counts here.
  it.each<[what: string, script: string, failure: string]>([
    ['nested arrays', nest(5000), TOO_DEEP],
    ['nested objects', 'for (var i = 0; i < 5000; i++) out = {a: out}', TOO_DEEP],
    ['a cycle', 'out.a = {b: [out]}', TOO_DEEP],
    ['stack overflows that are caught', 'function f() { try { f() } catch (e) { f() } } f()', INTERRUPTED],
    ['a getter without end', 'function next() { return {get a() { return next() }} } out = next()', TOO_DEEP],
    ['toJSON without end', 'function T() { this.toJSON = () => [new T()] } out = new T()', TOO_DEEP],
    ['a long list', 'for (var i = 0, a = []; i < 40000; i++) a[i] = 1; out = a', TOO_LONG],
    ['a sparse list', 'out = []; out[4e9] = 1', TOO_LONG],
    ['a long text', 'out = "x".repeat(1e6)', TOO_LONG],
    ['a text that escapes make long', 'out = "\\u0001".repeat(2e4)', TOO_LONG],
    ['a long name', 'out["x".repeat(1e6)] = 1', TOO_LONG],
    [
      'a value that holds another twice',
      'out = "y".repeat(1e3); for (var i = 0; i < 40; i++) out = [out, out]',
      TOO_LONG,
    ],
    [
      'a toString that grows',
      'out = Object.defineProperty(new String(""), "toString", {value: () => "x".repeat(1e6)})',
      TOO_LONG,
    ],
    ['a getter that loops', 'out = {get a() { for (;;); }}', INTERRUPTED],
    ['toJSON that loops', 'out = {toJSON() { for (;;); }}', INTERRUPTED],
    ['toJSON that recurses', 'out = {toJSON() { return this.toJSON() }}', STACK],
    ['no return', 'function f() { f() } f()', STACK],
    [
      'more memory than there is',
      'out = []; for (;;) out.push("x".repeat(1e6) + out.length)',
      'stopped: InternalError: out of memory',
    ],
    ['a BigInt', 'out = 1n', 'thrown: TypeError: a BigInt cannot be written as JSON'],
    ['what toJSON throws', 'out = {toJSON() { throw "no" }}', 'thrown: no'],
    ['an error that loops', 'throw {toString() { for (;;); }}', INTERRUPTED],
    ['an error that is no text', 'throw {toString: 1, valueOf: 1}', 'thrown: a tag threw'],
    [
      'an interpreter deceived',
      `${nest(5000).replace('out = a', '')}; String = () => ({slice: () => a}); throw 1`,
      'thrown: 1',
    ],
    ['a proxy', 'out = new Proxy({}, {})', 'thrown: ReferenceError: Proxy is not defined'],
  ])('is stopped or refused: %s', async (_what, script, failure) => {
    const { grammar, values, failures } = await ofTag(script);
    expect([values, failures]).toEqual([[], [failure]]);
    // And so is the next one: nothing of the first is left in the way.
    expect((await grammar.match('x')).matches[0]!.failures).toHaveLength(1);
  });

  it('is what JSON.stringify makes of it', async () => {
    const scripts = [
      'out = {a: undefined, b: Symbol(), c() {}, d: [undefined, Symbol(), () => 1, , null]}',
      'out = [NaN, -Infinity, -0, 1e21, 1e-7, true, false]',
      'out = [new Date(0), new String("s"), new Number(7), new Boolean(false), /x/, new Error("e"), new Map([[1, 2]])]',
      'out = {toJSON(name) { return {name, again: {toJSON: (inner) => inner}} }}',
      'out = Object.assign(() => 1, {toJSON: () => "function"})',
      'out = ["\\u2028\\ud800\\"\\\\", {"": {"\\n": 0}}, [], {}]',
      'out = Object.create({inherited: 1}, {hidden: {value: 1}, shown: {value: 2, enumerable: true}})',
      'out = Symbol()',
      'out = undefined',
    ];
    for (const script of scripts) {
      const out: unknown = new Function('out', `${script}; return out`)({});
      expect((await ofTag(script)).values, script).toEqual([JSON.parse(JSON.stringify(out) ?? 'null')]);
    }
  });

  it('may be as long and as deep as the limits', async () => {
    const { meaningLength, meaningDepth } = defaultLimits;
    expect((await ofTag(nest(meaningDepth))).failures).toEqual([]);
    expect((await ofTag(nest(meaningDepth + 1))).failures).toEqual([TOO_DEEP]);
    const list = (count: number) => `out = []; for (var i = 0; i < ${count}; i++) out[i] = 1`;
    expect((await ofTag(list(meaningLength / 2 - 1))).failures).toEqual([]);
    expect((await ofTag(list(meaningLength / 2))).failures).toEqual([TOO_LONG]);
    expect((await ofTag(`out = "x".repeat(${meaningLength - 2})`)).failures).toEqual([]);
    expect((await ofTag(`out = "x".repeat(${meaningLength - 1})`)).failures).toEqual([TOO_LONG]);
  });
});

describe('limits of meanings', () => {
  it('hold without scripts too', async () => {
    const rules = '$main = x {out.v = 1} | x $main {out.n = rules.main};';
    expect((await outcomes(rules, 'x '.repeat(200))).failures).toEqual([]);
    const { failures } = await outcomes(rules, 'x '.repeat(201));
    expect(failures).toEqual(['stopped: the meaning is nested deeper than 200 levels']);
  });

  it('hold for all meanings of a text together', async () => {
    const choices = Array.from({ length: 10 }, (_, i) => `x {!{out = ${i} + "y".repeat(60000)}!}`);
    const { values, failures } = await outcomes(`$main = ${choices.join('|')};`, 'x');
    expect(values).toHaveLength(4);
    expect(failures).toHaveLength(6);
    expect(failures[0]).toBe('stopped: the meanings of the text are together longer than 262144 characters');
  });

  it('hold for what a script is given', async () => {
    const rules = `$main = $x<1-> {!{out = parseInt("1")}!}; $x = a {out = "${'y'.repeat(60_000)}"};`;
    expect((await outcomes(rules, 'a '.repeat(17))).values).toEqual([1]);
    expect((await outcomes(rules, 'a '.repeat(18))).failures).toEqual([
      'stopped: the meanings that tags work on are longer than 1048576 characters',
    ]);
  });
});

describe('a tag that leaves the function around it', () => {
  /** Runs an expression where the sandbox reads its scripts, before anything is made safe. */
  const escaping = (expression: string) =>
    `}}}}]}), (${expression}), (function () { return [function* (out) { for (;;) { switch (yield out) { case 0: {`;

  it.each([
    ['no JSON', '"nothing"'],
    ['another value', '"{}"'],
    ['too few results', '"[]"'],
    ['a value that is no JSON', '\'[{"v":"["}]\''],
  ])('answers with %s and is stopped', async (_what, answer) => {
    const { failures } = await ofTag(escaping(`JSON.stringify = () => ${answer}`));
    expect(failures).toEqual(['stopped: the tags broke the script engine']);
  });

  it.each([
    ['too deep', '"[".repeat(300) + "]".repeat(300)', 'nested deeper than 200 levels'],
    ['too long', '"[1" + ",1".repeat(40000) + "]"', 'longer than 65536 characters'],
  ])('answers with a value that is %s and is stopped', async (_what, value, reason) => {
    const forged = `(function (v) { JSON.stringify = () => '[{"v":"' + v + '"}]' })(${value})`;
    const { failures } = await ofTag(escaping(forged));
    expect(failures).toEqual([`stopped: the meaning is ${reason}`]);
  });

  it('does not run for ever, whatever comes behind it', async () => {
    const loop = escaping('(function () { for (;;); })()');
    await expect(ofTag(loop)).rejects.toMatchObject({ code: 'limit' });
    const error = outcomes(`$main = x {!{${loop}}!} | y {!{out = = 1}!};`, 'x');
    await expect(error).rejects.toMatchObject({
      code: 'tag',
      reason: expect.stringContaining('interrupted'),
    });
  });
});

it.each([
  ['parentheses', `out = ${'('.repeat(50_000)}1${')'.repeat(50_000)}`],
  ['lists', `out = ${'['.repeat(50_000)}${']'.repeat(50_000)}`],
  ['blocks', `${'{'.repeat(50_000)}${'}'.repeat(50_000)}`],
  ['functions', `out = ${'a => '.repeat(50_000)}1`],
])('refuses a script of %s that is nested too deep to be read', async (_what, script) => {
  await expect(ofTag(script)).rejects.toMatchObject({ name: 'GrammarError', code: 'limit' });
});
