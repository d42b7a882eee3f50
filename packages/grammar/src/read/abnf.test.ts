import { describe, expect, it } from 'vitest';
import { GrammarError } from '../errors.ts';
import { readGrammar } from './index.ts';

function abnf(body: string): string {
  return `#ABNF 1.0 UTF-8;\nlanguage en-US;\nroot $main;\n${body}`;
}

function expansion(body: string) {
  return readGrammar(abnf(`$main = ${body};\n$other = x;`)).rules[0]!.expansion;
}

function failure(source: string): GrammarError {
  try {
    readGrammar(source, { uri: 'g.gram', mediaType: 'application/srgs' });
  } catch (error) {
    expect(error).toBeInstanceOf(GrammarError);
    return error as GrammarError;
  }
  throw new Error(`read without an error: ${source}`);
}

const token = (text: string) => ({ kind: 'token', text });
const optional = { min: 0, max: 1 };

describe('the ABNF form', () => {
  it('reads every declaration', () => {
    const document = readGrammar(`#ABNF 1.0 ISO-8859-1;
      // comments anywhere
      language pt-BR; mode voice; /* here too */ root $main;
      tag-format <semantics/1.0>; base <http://example.com/g/>;
      lexicon <a.pls>; lexicon <b.pls>~<application/pls+xml>;
      meta "author" is 'says "A"'; http-equiv 'Expires' is "0";
      {var n = 1;}; {!{ function f() { return {}; } }!};
      public $main = a;
      $b=b;private $c=c;`);
    expect(document).toMatchObject({
      format: 'abnf',
      language: 'pt-BR',
      mode: 'voice',
      root: 'main',
      tagFormat: 'semantics/1.0',
      base: 'http://example.com/g/',
      lexicons: [{ uri: 'a.pls' }, { uri: 'b.pls', mediaType: 'application/pls+xml' }],
      metas: [
        { http: false, name: 'author', content: 'says "A"' },
        { http: true, name: 'Expires', content: '0' },
      ],
      headerTags: [{ text: 'var n = 1;' }, { text: ' function f() { return {}; } ' }],
      rules: [
        { name: 'main', scope: 'public' },
        { name: 'b', scope: 'private' },
        { name: 'c', scope: 'private' },
      ],
    });
  });

  it('reads tokens, quoted and not', () => {
    expect(expansion(`it's five o'clock "New\n  York" 3.14 café 東京`)).toMatchObject({
      items: ["it's", 'five', "o'clock", 'New York', '3.14', 'café', '東京'].map(token),
    });
  });

  it('reads references of every kind', () => {
    expect(
      expansion(
        '$other $<a.gram> $<a.gram#rule> $<a.gram>~<application/srgs>!fr $<#other> $NULL $VOID $GARBAGE',
      ),
    ).toMatchObject({
      items: [
        { target: { kind: 'local', name: 'other' } },
        { target: { kind: 'external', uri: 'a.gram' } },
        { target: { kind: 'external', uri: 'a.gram', fragment: 'rule' } },
        { target: { kind: 'external', uri: 'a.gram', mediaType: 'application/srgs' }, language: 'fr' },
        { target: { kind: 'local', name: 'other' } },
        { kind: 'special', name: 'NULL' },
        { kind: 'special', name: 'VOID' },
        { kind: 'special', name: 'GARBAGE' },
      ],
    });
  });

  it('binds a repeat and a language to the element right before them', () => {
    expect(expansion('a b<2-4> c!fr <0-> (d e)!de<3 /0.5/> [f]!es [g]<2->')).toMatchObject({
      items: [
        token('a'),
        { kind: 'item', repeat: { min: 2, max: 4 }, expansion: token('b') },
        {
          kind: 'item',
          repeat: { min: 0, max: Number.POSITIVE_INFINITY },
          expansion: { text: 'c', language: 'fr' },
        },
        {
          kind: 'item',
          repeat: { min: 3, max: 3, probability: 0.5 },
          expansion: { kind: 'item', language: 'de', expansion: { kind: 'sequence' } },
        },
        { kind: 'item', repeat: optional, language: 'es', expansion: token('f') },
        { kind: 'item', repeat: { min: 2 }, expansion: { kind: 'item', repeat: optional } },
      ],
    });
  });

  it('reads weighted alternatives, and a language on a group of them', () => {
    expect(expansion('/10/ small | /2.5/ medium | large')).toMatchObject({
      kind: 'alternatives',
      choices: [{ weight: 10 }, { weight: 2.5 }, { expansion: token('large') }],
    });
    expect(expansion('(oui | non)!fr')).toMatchObject({ kind: 'alternatives', language: 'fr' });
    expect(expansion('/3/ alone')).toMatchObject({ kind: 'alternatives', choices: [{ weight: 3 }] });
  });

  it('ends a plain tag at the first brace and the other kind at its own sign', () => {
    expect(expansion('a {x = 1} {!{ if (a) { b } }!} {} {!{}!}<2->')).toMatchObject({
      items: [
        token('a'),
        { kind: 'tag', text: 'x = 1' },
        { kind: 'tag', text: ' if (a) { b } ' },
        { kind: 'tag', text: '' },
        { kind: 'item', repeat: { min: 2 }, expansion: { kind: 'tag', text: '' } },
      ],
    });
  });

  it('reads empty parentheses as silence and nested ones as their content', () => {
    expect(expansion('()')).toEqual({ kind: 'sequence', items: [] });
    expect(expansion('a ((b)) (c d)')).toMatchObject({ items: ['a', 'b', 'c', 'd'].map(token) });
  });

  it('takes examples from the documentation comment of a rule', () => {
    const [main, other] = readGrammar(
      abnf(`/** The command.
        * @example open the door
        * @example  close   it
        * @see $other
        * @example
        */
       public $main = a; /* @example no */ // @example no
       $other = x /** @example no */;`),
    ).rules;
    expect(main!.examples).toEqual(['open the door', 'close it', '']);
    expect(other!.examples).toEqual([]);
  });

  it('knows where things stand', () => {
    const [rule] = readGrammar(abnf('\r\npublic $main = a\r  "b c" [d];')).rules;
    expect(rule).toMatchObject({
      position: { line: 5, column: 1 },
      expansion: {
        items: [
          { position: { line: 5, column: 16 } },
          { position: { line: 6, column: 3 } },
          { position: { line: 6, column: 9 } },
        ],
      },
    });
  });

  it.each([
    ['#ABNF 1.0 UTF-8; language en;', 'syntax', 1, 18, "a new line after the #ABNF header, found 'language'"],
    ['#ABNF 2.0;\n', 'invalid', 1, 7, "expected '1.0'"],
    ['\n#ABNF 1.0;\n', 'syntax', 1, 1, 'the very first characters'],
    ['#ABNF 1.0\nlanguage en;', 'syntax', 1, 10, "';' at the end of the #ABNF header"],
    ['#ABNF 1.0;\nlanguage en;\n#ABNF 1.0;\n', 'invalid', 3, 1, 'a second #ABNF line'],
    ['#ABNF 1.0;\n$a = b;', 'invalid', 1, 1, "such as 'language en-US;'"],
    ['#ABNF 1.0;\nlanguage en;\nlanguage fr;', 'invalid', 3, 1, "already declared as 'en'"],
    ['#ABNF 1.0;\nmode speech;', 'syntax', 2, 6, "'voice' or 'dtmf', found 'speech'"],
    ['#ABNF 1.0;\nlanguage en;\nroot main;', 'syntax', 3, 6, "such as '$main' after root"],
    ['#ABNF 1.0;\nlanguage en;\nroot $x;\n$a = b;', 'invalid', 3, 1, "root rule 'x' is not defined"],
    ['#ABNF 1.0;\nlanguage en;\n$a = b;\nmode voice;', 'syntax', 4, 1, 'before the first rule'],
    [
      '#ABNF 1.0;\nlanguage en;\ntag-format semantics/1.0;',
      'syntax',
      3,
      12,
      "a URI in '<' and '>' after tag-format",
    ],
    ['#ABNF 1.0;\nlanguage en;\nmeta "a" "b";', 'syntax', 3, 10, "'is' after the name"],
    [
      '#ABNF 1.0;\nlanguage en;\nhello;',
      'syntax',
      3,
      1,
      "a declaration or a rule such as 'public $name = …;', found 'hello'",
    ],
    ['#ABNF 1.0;\nlanguage en;\n$my-rule = a;', 'syntax', 3, 4, 'no hyphens'],
    ['#ABNF 1.0;\nlanguage en;\n$GARBAGE = a;', 'invalid', 3, 1, "'GARBAGE' is reserved"],
    ['#ABNF 1.0;\nlanguage en;\n$a = b;\n$a = c;', 'invalid', 4, 1, "'a' is already defined on line 3"],
    ['#ABNF 1.0;\nlanguage en;\n$a = ;', 'syntax', 3, 6, "in the rule '$a', found ';'"],
    [
      '#ABNF 1.0;\nlanguage en;\n$a = b',
      'syntax',
      3,
      7,
      "';' at the end of the rule '$a', found the end of the grammar",
    ],
    ['#ABNF 1.0;\nlanguage en;\n$a = (b | c;', 'syntax', 3, 12, "')' for the '(' of line 3, column 6"],
    ['#ABNF 1.0;\nlanguage en;\n$a = [];', 'syntax', 3, 7, "in '[ ]', found ']'"],
    ['#ABNF 1.0;\nlanguage en;\n$a = b*;', 'syntax', 3, 7, "'*' is reserved: write '<0->'"],
    ['#ABNF 1.0;\nlanguage en;\n$a = b + c;', 'syntax', 3, 8, "'+' is reserved"],
    ['#ABNF 1.0;\nlanguage en;\n$a = b /2/ c;', 'syntax', 3, 8, 'at the start of its alternative'],
    ['#ABNF 1.0;\nlanguage en;\n$a = /x/ b;', 'syntax', 3, 6, "The weight '/x/' is not valid"],
    ['#ABNF 1.0;\nlanguage en;\n$a = b<4-2>;', 'syntax', 3, 7, "The repeat '<4-2>' is not valid"],
    ['#ABNF 1.0;\nlanguage en;\n$a = b<2 /1.5/>;', 'syntax', 3, 10, 'a number from 0 to 1'],
    ['#ABNF 1.0;\nlanguage en;\n$a = b<2><3>;', 'syntax', 3, 10, 'takes one repeat'],
    ['#ABNF 1.0;\nlanguage en;\n$a = b<2>!fr;', 'syntax', 3, 10, 'before any repeat'],
    ['#ABNF 1.0;\nlanguage en;\n$a = b!;', 'syntax', 3, 8, "after '!'"],
    ['#ABNF 1.0;\nlanguage en;\n$a = "b;', 'syntax', 3, 6, 'quoted token is not closed'],
    ['#ABNF 1.0;\nlanguage en;\n$a = " ";', 'syntax', 3, 6, 'must not be empty'],
    ['#ABNF 1.0;\nlanguage en;\n$a = {!{ b };', 'syntax', 3, 6, "expected '}!}'"],
    ['#ABNF 1.0;\nlanguage en;\n$a = $$b;', 'syntax', 3, 6, "'$$' is not part of ABNF 1.0"],
    ['#ABNF 1.0;\nlanguage en;\n$a = $<x.gram#>;', 'syntax', 3, 6, 'names no rule'],
    ['#ABNF 1.0;\nlanguage en;\n$a = $b;', 'undefined-rule', 3, 6, "The rule 'b' that 'a' refers to"],
    ['#ABNF 1.0;\nlanguage en;\n/* open', 'syntax', 3, 1, "The comment is not closed: expected '*/'"],
    ['#ABNF 1.0;\nlanguage en;\n$a = b\u0007;', 'syntax', 3, 7, 'U+0007 is not allowed'],
    ['hello', 'syntax', 1, 1, "'#ABNF 1.0;' as the very first characters, found 'hello'"],
  ])('explains what is wrong with %j', (source, code, line, column, message) => {
    const error = failure(source);
    expect(error.message).toContain(message);
    expect(error).toMatchObject({ code, line, column, uri: 'g.gram' });
  });
});
