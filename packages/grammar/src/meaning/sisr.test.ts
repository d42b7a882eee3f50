import { describe, expect, it } from 'vitest';
import { compileGrammar } from '../compile/compile.ts';
import type { GrammarDocument } from '../model.ts';
import { readGrammar } from '../read/index.ts';
import { meaningText } from './canonical.ts';
import { parseSimpleTag } from './simple-tag-parser.ts';

function read(rules: string, tagFormat = 'semantics/1.0', header = ''): GrammarDocument {
  const format = tagFormat === '' ? '' : `tag-format <${tagFormat}>;\n`;
  return readGrammar(`#ABNF 1.0;\nlanguage en;\nroot $main;\n${format}${header}${rules}`);
}

async function meanings(document: GrammarDocument, text: string): Promise<unknown[]> {
  const { matches } = await (await compileGrammar(document)).match(text);
  return matches.flatMap((match) => match.interpretations.map(({ value }) => value));
}

/** The meaning of the only interpretation. */
async function meaning(rules: string, text: string, tagFormat?: string, header?: string): Promise<unknown> {
  const found = await meanings(read(rules, tagFormat, header), text);
  expect(found).toHaveLength(1);
  return found[0];
}

// Each script runs twice: as it is, where simple tags need no engine, and with a statement that is not simple, so
// that the engine runs it. Both must agree.
const viaEngine = (rules: string) => rules.replaceAll('{!{', '{!{if (false) out = 0; ');

describe('scripts', () => {
  it.each<[what: string, rules: string, text: string, value: unknown]>([
    ['a literal', '$main = yes {!{out = true}!};', 'yes', true],
    [
      'members',
      '$main = {!{out.a = "x"; out.b = 1.5}!} yes {!{out.c = null}!};',
      'yes',
      { a: 'x', b: 1.5, c: null },
    ],
    ['the value of a rule', '$main = $x {!{out = rules.x}!}; $x = yes {!{out = "y"}!};', 'yes', 'y'],
    ['no tag: the last rule', '$main = $x $y; $x = a {!{out = 1}!}; $y = b {!{out = 2}!};', 'a b', 2],
    [
      'no tag, no rule: the text',
      '$main = New York "San Francisco";',
      'new york san francisco',
      'New York San Francisco',
    ],
    [
      'the last visit',
      '$main = $x<2> {!{out = rules.x}!}; $x = a {!{out = 1}!} | b {!{out = 2}!};',
      'a b',
      2,
    ],
    [
      'once per turn',
      '$main = {!{out = ""}!} ($x {!{out += rules.x}!})<1->; $x = a {!{out = "A"}!} | b {!{out = "B"}!};',
      'a b a',
      'ABA',
    ],
    [
      'the latest rule',
      '$main = $x $y {!{out = rules.latest()}!}; $x = a; $y = b {!{out = "Y"}!};',
      'a b',
      'Y',
    ],
    [
      'texts',
      '$main = $x c {!{out.x = meta.x.text; out.all = meta.current().text; out.latest = meta.latest().text}!}; $x = a b;',
      'a b c',
      { x: 'a b', all: 'a b c', latest: 'a b' },
    ],
    ['the text so far', '$main = a {!{out = meta.current().text}!} b;', 'a b', 'a'],
    [
      'sums',
      '$main = $x $y {!{out = rules.x + rules.y + 1}!}; $x = a {!{out = 1}!}; $y = b {!{out = 2}!};',
      'a b',
      4,
    ],
    ['sums of texts', '$main = $x {!{out = "<" + rules.x + 7 + ">"}!}; $x = a {!{out = "v"}!};', 'a', '<v7>'],
    [
      'an object',
      '$main = $x {!{out = {name: rules.x, kind: "x"}}!}; $x = a;',
      'a',
      { name: 'a', kind: 'x' },
    ],
    [
      'members of members',
      '$main = $x {!{out.v = rules.x.p.q}!}; $x = a {!{out.p = {q: 3}}!};',
      'a',
      { v: 3 },
    ],
    [
      'left recursion',
      '$main = $main $x {!{out = rules.main + rules.x}!} | $x {!{out = rules.x}!}; $x = a {!{out = 1}!};',
      'a a a a',
      4,
    ],
    ['a rule apart', '$main = $x a {!{out = "mine"}!}; $x = b {!{out = "other"}!};', 'b a', 'mine'],
    ['no rule visited', '$main = [$x] a {!{out = typeof rules.x}!}; $x = b;', 'a', 'undefined'],
  ])('%s', async (_, rules, text, value) => {
    expect(await meaning(rules, text)).toEqual(value);
    expect(await meaning(viaEngine(rules), text)).toEqual(value);
  });

  it('shares variables between the tags of one rule instance only', async () => {
    const rules =
      '$main = {!{var n = 1}!} $x<2> {!{out = n + ":" + rules.x}!}; $x = a {!{var n = (n || 0) + 1; out = n}!};';
    expect(await meaning(rules, 'a a')).toBe('1:1');
  });

  it('runs header tags once per interpretation', async () => {
    const header = '{!{var n = 0; function next() { return ++n; }}!};\n';
    const grammar = await compileGrammar(
      read('$main = ($x {!{out = rules.x}!})<1->; $x = a {!{out = next()}!};', undefined, header),
    );
    for (let turn = 0; turn < 2; turn++) {
      const { matches } = await grammar.match('a a a');
      expect(matches[0]!.interpretations).toEqual([{ value: 3, score: 1 }]);
    }
  });

  it('keeps nothing from one match to the next', async () => {
    const grammar = await compileGrammar(
      read(
        '$main = x {!{leak = 1; Object.prototype.leak = 1; Math.max = 0; out = typeof leak}!} | y {!{out = typeof leak + ({}).leak + typeof Math.max}!};',
      ),
    );
    expect((await grammar.match('x')).matches[0]!.interpretations[0]!.value).toBe('number');
    expect((await grammar.match('y')).matches[0]!.interpretations[0]!.value).toBe(
      'undefinedundefinedfunction',
    );
    expect(({} as { leak?: number }).leak).toBeUndefined();
  });

  it('fails only the interpretation whose tag throws or is stopped', async () => {
    const document = read(
      '$main = x {!{throw new Error("no")}!} | x {out = 1} | x {!{while (1);}!} | x {out = 2};',
    );
    const { matches } = await (await compileGrammar(document)).match('x');
    expect(matches).toHaveLength(1);
    expect(matches[0]!.interpretations.map(({ value }) => value)).toEqual([1, 2]);
    expect(matches[0]!.failures.map(({ kind }) => kind)).toEqual(['thrown', 'stopped']);
    expect(matches[0]!.failures[0]!.reason).toContain('no');
  });

  it('serves more grammars at once than it keeps engines for', async () => {
    const grammars = await Promise.all(
      Array.from({ length: 40 }, (_, i) => compileGrammar(read(`$main = x {out = parseInt("${i}")};`))),
    );
    for (let turn = 0; turn < 2; turn++) {
      const found = await Promise.all(grammars.map((grammar) => grammar.match('x')));
      expect(found.map(({ matches }) => matches[0]!.interpretations[0]!.value)).toEqual(
        grammars.map((_, i) => i),
      );
    }
  });

  it('says where a tag is not a script', async () => {
    const document = read('$main = a {out = 1} |\n  b {!{out = = 2}!};');
    await expect(compileGrammar(document)).rejects.toMatchObject({ code: 'tag', line: 6, column: 5 });
  });

  it('returns one interpretation for one meaning', async () => {
    expect(
      await meanings(
        read('$main = x {out.a = 1; out.b = 2} | x {out.b = 2; out.a = 1} | x {out = "c"};'),
        'x',
      ),
    ).toEqual([{ a: 1, b: 2 }, 'c']);
  });
});

describe('literals', () => {
  it('are the text of the last tag run', async () => {
    expect(await meaning('$main = a {first} b { "quoted" };', 'a b', 'semantics/1.0-literals')).toBe(
      '"quoted"',
    );
  });

  it('are what undeclared tags are, in SRGS and JSGF', async () => {
    expect(await meaning('$main = a {yes};', 'a', '')).toBe('yes');
    const jsgf = readGrammar('#JSGF V1.0;\ngrammar g;\npublic <main> = a {yes} | b {no};');
    expect(await meanings(jsgf, 'b')).toEqual(['no']);
  });

  it('are not run in an unknown format', async () => {
    expect(await meaning('$main = a {yes};', 'a', 'swi-semantics/1.0')).toBe('a');
  });
});

it('tells simple tags from others', () => {
  expect(parseSimpleTag('out = "a"; out.b += rules.c.d;')).toHaveLength(2);
  for (const tag of [
    'out = a',
    'out = 1\nout = 2',
    'out = 010',
    'out = "\\n"',
    'out.constructor = 1',
    'out = rules.toString',
    'out = -1',
    'x = 1',
    'out = rules.a()',
    'out == 1',
  ])
    expect(parseSimpleTag(tag), tag).toBeUndefined();
});

it('writes meanings as an interface hands them out', () => {
  expect([true, 7, 'x', null, { a: [1] }].map(meaningText)).toEqual(['true', '7', 'x', 'null', '{"a":[1]}']);
});
