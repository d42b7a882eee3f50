import { describe, expect, it } from 'vitest';
import { GrammarError } from '../errors.ts';
import { readGrammar } from './index.ts';

function grxml(body: string, attributes = 'xml:lang="en-US" root="main"'): string {
  return `<?xml version="1.0"?>\n<grammar xmlns="http://www.w3.org/2001/06/grammar" version="1.0" ${attributes}>\n${body}\n</grammar>`;
}

function expansion(body: string) {
  return readGrammar(grxml(`<rule id="main">${body}</rule><rule id="other">x</rule>`)).rules[0]!.expansion;
}

function failure(source: string): GrammarError {
  try {
    readGrammar(source, { uri: 'g.grxml' });
  } catch (error) {
    expect(error).toBeInstanceOf(GrammarError);
    return error as GrammarError;
  }
  throw new Error(`read without an error: ${source}`);
}

const token = (text: string) => ({ kind: 'token', text });

describe('the XML form', () => {
  it('reads the header', () => {
    const document = readGrammar(
      grxml(
        `<meta name="author" content="A &amp; B"/><meta http-equiv="Expires" content="0"/>
         <lexicon uri="a.pls"/><lexicon uri="b.pls" type="application/pls+xml"/>
         <metadata><x:y xmlns:x="urn:x">ignored <rule/></x:y></metadata>
         <tag>var n = 1;</tag><rule id="main">a</rule>`,
        'xml:lang="pt-BR" root="main" tag-format="semantics/1.0" xml:base="http://example.com/g/"',
      ),
      { uri: 'file:///g.grxml' },
    );
    expect(document).toMatchObject({
      format: 'xml',
      uri: 'file:///g.grxml',
      mode: 'voice',
      language: 'pt-BR',
      root: 'main',
      tagFormat: 'semantics/1.0',
      base: 'http://example.com/g/',
      headerTags: [{ kind: 'tag', text: 'var n = 1;' }],
      metas: [
        { http: false, name: 'author', content: 'A & B' },
        { http: true, name: 'Expires', content: '0' },
      ],
      lexicons: [{ uri: 'a.pls' }, { uri: 'b.pls', mediaType: 'application/pls+xml' }],
    });
  });

  it('takes the base from xml:base before the meta of that name', () => {
    const meta = '<meta name="base" content="http://meta/"/><rule id="main">a</rule>';
    expect(readGrammar(grxml(meta)).base).toBe('http://meta/');
    expect(readGrammar(grxml(meta, 'xml:lang="en" xml:base="http://attribute/"')).base).toBe(
      'http://attribute/',
    );
  });

  it('splits text at blanks and keeps quoted words together', () => {
    expect(
      expansion('going to "New\n   York" <!-- soon -->or <![CDATA["San Francisco"]]> &#x41;&amp;B'),
    ).toMatchObject({
      kind: 'sequence',
      items: ['going', 'to', 'New York', 'or', 'San Francisco', 'A&B'].map(token),
    });
  });

  it('joins text around a comment', () => {
    expect(expansion('"New <!-- big apple --> York"')).toMatchObject(token('New York'));
  });

  it('reads tokens, references, special rules and tags', () => {
    expect(
      expansion(`<token xml:lang="fr"> bon
        jour </token><ruleref uri="#other"/><ruleref uri="a.grxml" type="application/srgs+xml"/>
        <ruleref uri="http://x/b.grxml#rule" xml:lang="es"/><ruleref special="GARBAGE"/><tag> out = {a: "}"}; </tag>`),
    ).toMatchObject({
      items: [
        { kind: 'token', text: 'bon jour', language: 'fr' },
        { kind: 'reference', target: { kind: 'local', name: 'other' } },
        {
          kind: 'reference',
          target: { kind: 'external', uri: 'a.grxml', mediaType: 'application/srgs+xml' },
        },
        {
          kind: 'reference',
          target: { kind: 'external', uri: 'http://x/b.grxml', fragment: 'rule' },
          language: 'es',
        },
        { kind: 'special', name: 'GARBAGE' },
        { kind: 'tag', text: ' out = {a: "}"}; ' },
      ],
    });
  });

  it('reads repeats, probabilities, weights and languages', () => {
    expect(
      expansion(`<item repeat="2-4" repeat-prob=".8">a</item><item repeat="3">b</item><item repeat="0-">c</item>
        <one-of xml:lang="fr"><item weight="2.">d</item><item repeat="0-1" xml:lang="en">e f</item></one-of>`),
    ).toMatchObject({
      items: [
        { kind: 'item', repeat: { min: 2, max: 4, probability: 0.8 }, expansion: token('a') },
        { kind: 'item', repeat: { min: 3, max: 3 } },
        { kind: 'item', repeat: { min: 0, max: Number.POSITIVE_INFINITY } },
        {
          kind: 'alternatives',
          language: 'fr',
          choices: [
            { weight: 2, expansion: token('d') },
            {
              expansion: {
                kind: 'item',
                language: 'en',
                repeat: { min: 0, max: 1 },
                expansion: { kind: 'sequence' },
              },
            },
          ],
        },
      ],
    });
  });

  it('dissolves bare items and keeps an empty one as silence', () => {
    expect(expansion('a <item>b <item>c</item></item>')).toMatchObject({ items: ['a', 'b', 'c'].map(token) });
    expect(expansion('<item/>')).toEqual({ kind: 'sequence', items: [] });
  });

  it('keeps examples with their blanks normalised', () => {
    const [rule] = readGrammar(grxml('<rule id="main"><example> a\n b </example><example/>a</rule>')).rules;
    expect(rule).toMatchObject({ examples: ['a b', ''], scope: 'private' });
  });

  it('ignores elements and attributes of other namespaces with all they hold', () => {
    expect(
      expansion('<x:o xmlns:x="urn:x">never <item>this</item></x:o><item x:w="1" xmlns:x="urn:x">a</item>'),
    ).toMatchObject(token('a'));
  });

  it('knows where things stand', () => {
    const source = grxml('<rule id="main">\n  caf&#233; &amp;\r\n    "two words" <tag>t</tag>\n</rule>');
    const [rule] = readGrammar(source).rules;
    expect(rule!.position).toEqual({ line: 3, column: 1 });
    expect(rule!.expansion).toMatchObject({
      items: [
        { text: 'café', position: { line: 4, column: 3 } },
        { text: '&', position: { line: 4, column: 13 } },
        { text: 'two words', position: { line: 5, column: 5 } },
        { kind: 'tag', position: { line: 5, column: 17 } },
      ],
    });
  });

  it('needs no language of a DTMF grammar', () => {
    const document = readGrammar(grxml('<rule id="main">1 2 * #</rule>', 'mode="dtmf" root="main"'));
    expect(document).toMatchObject({
      mode: 'dtmf',
      rules: [{ expansion: { items: ['1', '2', '*', '#'].map(token) } }],
    });
    expect(document.language).toBeUndefined();
  });

  it('reads over a document type without expanding or fetching anything', () => {
    const doctype =
      '<!DOCTYPE grammar SYSTEM "http://nowhere.invalid/x.dtd" [<!ENTITY a "b"><!ENTITY % p SYSTEM "file:///etc/passwd">%p;]>';
    const source = grxml('<rule id="main">a</rule>').replace('?>\n', `?>\n${doctype}\n`);
    expect(readGrammar(source).rules).toHaveLength(1);
    expect(failure(source.replace('>a<', '>&a;<'))).toMatchObject({ code: 'syntax', line: 4, column: 19 });
  });

  it.each([
    ['<rule id="main">a</rule>', 'root="main"', 'invalid', 2, 1, 'must name its language'],
    ['<rule id="main">a</rule>', 'xml:lang="en" root="x"', 'invalid', 2, 1, "root rule 'x' is not defined"],
    ['<rule id="main">a</rule>', 'xml:lang="en" mode="speech"', 'invalid', 2, 1, "'voice' or 'dtmf'"],
    ['<rule id="main">a</rule>', 'xml:lang="e n"', 'invalid', 2, 1, "a language such as 'en-US'"],
    [
      '<rule id="main">a</rule>',
      'xml:lang="en" roof="main"',
      'invalid',
      2,
      1,
      "The attribute 'roof' does not belong on <grammar>",
    ],
    [
      '<rule id="main">a</rule>\n<rule id="main">b</rule>',
      undefined,
      'invalid',
      4,
      1,
      "'main' is already defined on line 3",
    ],
    ['<rule id="main">a</rule><rule id="NULL">b</rule>', undefined, 'invalid', 3, 25, "'NULL' is reserved"],
    ['<rule id="my-rule">a</rule>', 'xml:lang="en"', 'invalid', 3, 1, "The rule name 'my-rule' is not valid"],
    ['<rule>a</rule>', 'xml:lang="en"', 'invalid', 3, 1, "<rule> must have the attribute 'id'"],
    ['<rule id="main"> <example>a</example> </rule>', undefined, 'invalid', 3, 1, "The rule 'main' is empty"],
    [
      '<rule id="main">\n  <ruleref uri="#x"/></rule>',
      undefined,
      'undefined-rule',
      4,
      3,
      "The rule 'x' that 'main' refers to",
    ],
    ['<rule id="main"><ruleref uri="#"/></rule>', undefined, 'invalid', 3, 17, "expected '#rule'"],
    ['<rule id="main"><ruleref/></rule>', undefined, 'invalid', 3, 17, "'uri' and 'special'"],
    [
      '<rule id="main"><ruleref special="null"/></rule>',
      undefined,
      'invalid',
      3,
      17,
      "'NULL' or 'VOID' or 'GARBAGE'",
    ],
    ['<rule id="main"><item repeat="4-2">a</item></rule>', undefined, 'invalid', 3, 17, "is '4-2': expected"],
    [
      '<rule id="main"><item repeat="0-1" repeat-prob="1.5">a</item></rule>',
      undefined,
      'invalid',
      3,
      17,
      'from 0 to 1',
    ],
    [
      '<rule id="main"><one-of><item weight="1e3">a</item></one-of></rule>',
      undefined,
      'invalid',
      3,
      25,
      "is '1e3'",
    ],
    [
      '<rule id="main"><one-of><item weight="-1">a</item></one-of></rule>',
      undefined,
      'invalid',
      3,
      25,
      "is '-1'",
    ],
    ['<rule id="main"><one-of>  </one-of></rule>', undefined, 'syntax', 3, 17, 'at least one <item>'],
    [
      '<rule id="main"><one-of>\n oops<item>a</item></one-of></rule>',
      undefined,
      'syntax',
      4,
      2,
      "found 'oops'",
    ],
    [
      '<rule id="main"><item><rule id="x"/></item></rule>',
      undefined,
      'syntax',
      3,
      23,
      '<rule> does not belong in <item>',
    ],
    [
      '<rule id="main">a</rule><meta name="a" content="b"/>',
      undefined,
      'syntax',
      3,
      25,
      'before the first <rule>',
    ],
    ['<rule id="main">say "hello</rule>', undefined, 'syntax', 3, 21, 'quoted token is not closed'],
    ['<rule id="main">a " " b</rule>', undefined, 'syntax', 3, 19, 'must not be empty'],
    ['<rule id="main"><token> </token></rule>', undefined, 'syntax', 3, 17, '<token> must not be empty'],
    ['<rule id="main">a</rul>', undefined, 'syntax', 3, 23, 'unexpected close tag'],
    ['<meta name="a" http-equiv="b" content="c"/>', 'xml:lang="en"', 'invalid', 3, 1, 'not both'],
  ])('explains what is wrong with %s', (body, attributes, code, line, column, message) => {
    const error = failure(grxml(body, attributes));
    expect(error.message).toContain(message);
    expect(error).toMatchObject({ code, line, column, uri: 'g.grxml' });
  });

  it('wants its namespace, its version and one header', () => {
    expect(failure('<grammar version="1.0"/>').message).toContain('found <grammar> in no namespace');
    expect(failure(grxml('').replace(' version="1.0" ', ' ')).message).toContain(
      "must have the attribute 'version'",
    );
    expect(failure(grxml('').replace(' version="1.0" ', ' version="2.0" ')).message).toContain(
      "expected '1.0'",
    );
    expect(failure(`<?xml version="1.0"?>${grxml('')}`)).toMatchObject({ code: 'syntax', line: 1 });
  });

  it('allows a grammar without rules', () => {
    expect(readGrammar(grxml('', 'xml:lang="en"')).rules).toEqual([]);
  });
});
