import { describe, expect, it } from 'vitest';
import { GrammarError } from '../errors.ts';
import { readGrammar } from './index.ts';

const HEADER = '#JSGF V1.0 UTF-8 en;\ngrammar com.acme.test;\n';

function expansion(body: string) {
  return readGrammar(`${HEADER}public <main> = ${body};\n<other> = x;`).rules[0]!.expansion;
}

function failure(source: string): GrammarError {
  try {
    readGrammar(source, { uri: 'g.jsgf' });
  } catch (error) {
    expect(error).toBeInstanceOf(GrammarError);
    return error as GrammarError;
  }
  throw new Error(`read without an error: ${source}`);
}

const token = (text: string) => ({ kind: 'token', text });
const any = { min: 0, max: Number.POSITIVE_INFINITY };

describe('JSGF', () => {
  it('reads header, name, imports and rules', () => {
    const document = readGrammar(`#JSGF V1.0 ISO8859-1 pt-BR; // a comment
      grammar com.acme.politeness;
      import <com.acme.names.*>; import <com.acme.places.city>;
      /** @example hello world */ public <greet> = hello <world>;
      <world> = world;`);
    expect(document).toMatchObject({
      format: 'jsgf',
      language: 'pt-BR',
      packageName: 'com.acme.politeness',
      imports: [
        { grammar: 'com.acme.names', rule: '*' },
        { grammar: 'com.acme.places', rule: 'city' },
      ],
      rules: [
        { name: 'greet', scope: 'public', examples: ['hello world'] },
        { name: 'world', scope: 'private', examples: [] },
      ],
    });
    expect(document.root).toBeUndefined();
  });

  it('needs neither encoding nor locale', () => {
    expect(readGrammar('#JSGF V1.0;\ngrammar g;\npublic <a> = b;').language).toBeUndefined();
  });

  it('reads tokens with escapes in quotes', () => {
    expect(expansion(String.raw`go "New   York" "say \"a\\b\"" o'clock 東京`)).toMatchObject({
      items: ['go', 'New York', 'say "a\\b"', "o'clock", '東京'].map(token),
    });
  });

  it('lets operators take what stands right before them', () => {
    expect(expansion('a b* (c d)+ [e] {t} f {u}* {v}')).toMatchObject({
      items: [
        token('a'),
        { kind: 'item', repeat: any, expansion: token('b') },
        { kind: 'item', repeat: { min: 1, max: Number.POSITIVE_INFINITY }, expansion: { kind: 'sequence' } },
        { kind: 'item', repeat: { min: 0, max: 1 } },
        { kind: 'tag', text: 't' },
        { kind: 'item', repeat: any, expansion: { items: [token('f'), { kind: 'tag', text: 'u' }] } },
        { kind: 'tag', text: 'v' },
      ],
    });
  });

  it('reads weights as Java does', () => {
    expect(expansion('/10/ a | /.5f/ b | /1e-2/ c')).toMatchObject({
      choices: [{ weight: 10 }, { weight: 0.5 }, { weight: 0.01 }],
    });
  });

  it('unescapes braces and backslashes of tags and nothing else', () => {
    expect(expansion(String.raw`a {x = {b: 1\}; "\n" \\ }`)).toMatchObject({
      items: [token('a'), { kind: 'tag', text: String.raw`x = {b: 1}; "\n" \ ` }],
    });
  });

  it('tells its own rules from imported ones', () => {
    const { rules } = readGrammar(
      `${HEADER}import <com.acme.more.*>;\n<a> = <b> <test.b> <com.acme.test.b> <c> <more.c> <com.acme.more.c> <NULL> <VOID>; <b> = x;`,
    );
    expect(rules[0]!.expansion).toMatchObject({
      items: [
        { target: { kind: 'local', name: 'b' } },
        { target: { kind: 'local', name: 'b' } },
        { target: { kind: 'local', name: 'b' } },
        { target: { kind: 'imported', name: 'c' } },
        { target: { kind: 'imported', name: 'more.c' } },
        { target: { kind: 'imported', name: 'com.acme.more.c' } },
        { kind: 'special', name: 'NULL' },
        { kind: 'special', name: 'VOID' },
      ],
    });
  });

  it('takes the odd signs JSGF allows in names, and GARBAGE as a name like any other', () => {
    const { rules } = readGrammar(`${HEADER}<a-b:1/2> = x; <GARBAGE> = <a-b:1/2>;`);
    expect(rules[1]).toMatchObject({
      name: 'GARBAGE',
      expansion: { target: { kind: 'local', name: 'a-b:1/2' } },
    });
  });

  it.each([
    ['#JSGF V2.0;\n', 'invalid', 1, 7, "expected 'V1.0'"],
    ['#JSGF V1.0\ngrammar a;', 'syntax', 1, 11, "';' at the end of the #JSGF header"],
    ['#JSGF V1.0 UTF-8 en us;\ngrammar a;', 'invalid', 1, 7, "found 'UTF-8 en us'"],
    ['#JSGF V1.0;\n<a> = b;', 'syntax', 2, 1, "'grammar name;' after the header"],
    ['#JSGF V1.0;\ngrammar 1a;', 'syntax', 2, 9, "The grammar name '1a' is not valid"],
    ['#JSGF V1.0;\ngrammar a;\nimport <b>;', 'syntax', 3, 8, "expected '<grammar.rule>'"],
    ['#JSGF V1.0;\ngrammar a;\n<b> = c;\nimport <b.c>;', 'syntax', 4, 1, 'before the first rule'],
    ['#JSGF V1.0;\ngrammar a;\n#JSGF V1.0;', 'invalid', 3, 1, 'a second #JSGF line'],
    ['#JSGF V1.0;\ngrammar a;\nb = c;', 'syntax', 3, 1, "a rule such as 'public <name> = …;', found 'b'"],
    ['#JSGF V1.0;\ngrammar a;\n<NULL> = c;', 'invalid', 3, 1, "'NULL' is reserved"],
    ['#JSGF V1.0;\ngrammar a;\n<b> = c;\n<b> = d;', 'invalid', 4, 1, "'b' is already defined on line 3"],
    ['#JSGF V1.0;\ngrammar a;\n<b> = <c>;', 'undefined-rule', 3, 7, "'<c>' is neither defined nor imported"],
    ['#JSGF V1.0;\ngrammar a;\n<b> = {c};', 'syntax', 3, 7, "write '<NULL> {…}'"],
    ['#JSGF V1.0;\ngrammar a;\n<b> = c | ;', 'syntax', 3, 11, "in the rule '<b>', found ';'"],
    ['#JSGF V1.0;\ngrammar a;\n<b> = (c;', 'syntax', 3, 9, "')' for the '(' of line 3, column 7"],
    ['#JSGF V1.0;\ngrammar a;\n<b> = c {d \\};', 'syntax', 3, 9, 'The tag is not closed'],
    ['#JSGF V1.0;\ngrammar a;\n<b> = "c', 'syntax', 3, 7, 'quoted token is not closed'],
    ['#JSGF V1.0;\ngrammar a;\n<b> = c /2/ d;', 'syntax', 3, 9, 'at the start of its alternative'],
    ['#JSGF V1.0;\ngrammar a;\n<b> = /-1/ c;', 'syntax', 3, 7, "The weight '/-1/' is not valid"],
  ])('explains what is wrong with %j', (source, code, line, column, message) => {
    const error = failure(source);
    expect(error.message).toContain(message);
    expect(error).toMatchObject({ code, line, column, uri: 'g.jsgf' });
  });
});
