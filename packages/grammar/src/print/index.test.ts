import { describe, expect, it } from 'vitest';
import { GrammarError } from '../errors.ts';
import { type Expansion, emptyDocument, type GrammarDocument, type GrammarFormat } from '../model.ts';
import { readGrammar } from '../read/index.ts';
import { printGrammar } from './index.ts';

function document(expansion: Expansion, more: Partial<GrammarDocument> = {}): GrammarDocument {
  return {
    ...emptyDocument(),
    language: 'en',
    root: 'main',
    rules: [{ name: 'main', scope: 'public', examples: [], expansion }],
    ...more,
  };
}

function abnf(body: string, header = 'language en; root $main;'): GrammarDocument {
  return readGrammar(`#ABNF 1.0;\n${header}\n${body}`);
}

const token = (text: string): Expansion => ({ kind: 'token', text });

const ORDER = `
  {var count = 0;};
  /** @example two small pizzas */
  public $main = $n [/2/ small | "extra large"!it] pizza <0-1 /0.9/> {out = rules.n < 9;} $<more.gram#end>!fr;
  $n = (one | two)<1-2>;`;

describe('printing', () => {
  it('writes XML', () => {
    const header =
      'language en; root $main; tag-format <semantics/1.0>; meta "a" is \'"b"\'; lexicon <l.pls>; base <http://x/>;';
    expect(printGrammar(abnf(ORDER, header), 'xml')).toBe(`<?xml version="1.0" encoding="UTF-8"?>
<grammar xmlns="http://www.w3.org/2001/06/grammar" version="1.0" xml:lang="en" mode="voice" root="main" tag-format="semantics/1.0" xml:base="http://x/">
  <meta name="a" content="&quot;b&quot;"/>
  <lexicon uri="l.pls"/>
  <tag>var count = 0;</tag>
  <rule id="main" scope="public">
    <example>two small pizzas</example>
    <ruleref uri="#n"/> <item repeat="0-1"><one-of>
      <item weight="2">small</item>
      <item><token xml:lang="it">extra large</token></item>
    </one-of></item> <item repeat="0-1" repeat-prob="0.9">pizza</item> <tag><![CDATA[out = rules.n < 9;]]></tag> <ruleref uri="more.gram#end" xml:lang="fr"/>
  </rule>
  <rule id="n" scope="private">
    <item repeat="1-2"><one-of>
      <item>one</item>
      <item>two</item>
    </one-of></item>
  </rule>
</grammar>
`);
  });

  it('writes ABNF', () => {
    expect(printGrammar(abnf(ORDER), 'abnf')).toBe(`#ABNF 1.0 UTF-8;
language en;
mode voice;
root $main;
{var count = 0;};

/**
 * @example two small pizzas
 */
public $main = $n [/2/ small | "extra large"!it] pizza<0-1 /0.9/> {out = rules.n < 9;} $<more.gram#end>!fr;

private $n = (one | two)<1-2>;
`);
  });

  it('writes JSGF, with the root as its only public rule and counted repeats as copies', () => {
    const source = abnf(
      'public $main = $n<2-4> {} [/2/ a | b];\npublic $n = one<0-> | {x\\\\}{!{}}!} | ("a;b" | c)<2->;',
    );
    expect(printGrammar(source, 'jsgf')).toBe(String.raw`#JSGF V1.0 UTF-8 en;
grammar main;

public <main> = ((<n> <n> [<n> [<n>]])) {} [/2/ a | /1/ b];

<n> = one* | <NULL> {x\\\\} {\}} | (("a;b" | c) ("a;b" | c)+);
`);
  });

  it('writes und where SRGS wants a language and there is none', () => {
    const source = readGrammar('#JSGF V1.0;\ngrammar g;\npublic <a> = b;');
    expect(printGrammar(source, 'xml')).toContain('xml:lang="und"');
    expect(printGrammar(source, 'abnf')).toContain('language und;');
  });

  it('writes numbers without exponents for SRGS', () => {
    const choices = [1e-7, 1.25e21, 1e22, 0.5].map((weight) => ({ weight, expansion: token('a') }));
    expect(printGrammar(document({ kind: 'alternatives', choices }), 'abnf')).toContain(
      '/0.0000001/ a\n  | /1250000000000000000000/ a\n  | /10000000000000000000000/ a\n  | /0.5/ a',
    );
  });

  it('writes a tag that holds the end of a CDATA section', () => {
    const source = document({ kind: 'tag', text: 'a[b[0]]>1 && "\r"' });
    expect(readGrammar(printGrammar(source, 'xml')).rules[0]!.expansion).toMatchObject({
      text: 'a[b[0]]>1 && "\r"',
    });
  });

  it.each<[string, GrammarFormat, GrammarDocument, string]>([
    ['a tag that ends both kinds', 'abnf', document({ kind: 'tag', text: 'a }!} b' }), "'}!}' in a tag"],
    ['a tag that would end early', 'abnf', document({ kind: 'tag', text: 'a }!' }), "'}!}' in a tag"],
    ['a double quote', 'abnf', document(token('say "a"')), 'the double quote in the token'],
    ['a bracket in a URI', 'abnf', document(token('a'), { base: 'http://x/>' }), "'>' in the URI"],
    [
      'both kinds of quotes',
      'abnf',
      document(token('a'), { metas: [{ http: false, name: 'a', content: `'"` }] }),
      'both kinds of quotes',
    ],
    [
      'the end of a comment',
      'abnf',
      document(token('a'), {
        rules: [{ name: 'main', scope: 'public', examples: ['a */'], expansion: token('a') }],
      }),
      "'*/' in the example",
    ],
    ['a control character', 'xml', document(token('\u0001')), 'the character U+0001'],
    ['half a character', 'jsgf', document(token('\ud800')), 'the character U+D800'],
    ['an empty token', 'xml', document(token(' ')), 'an empty token'],
    [
      'a name with a hyphen',
      'xml',
      readGrammar('#JSGF V1.0;\ngrammar g;\n<a-b> = c;'),
      "the rule name 'a-b'",
    ],
    [
      'a rule called GARBAGE',
      'abnf',
      readGrammar('#JSGF V1.0;\ngrammar g;\n<GARBAGE> = c;'),
      "the rule name 'GARBAGE'",
    ],
    ['imports', 'xml', readGrammar('#JSGF V1.0;\ngrammar g;\nimport <a.b>;\n<c> = d;'), 'JSGF imports'],
    [
      'a full name',
      'abnf',
      readGrammar('#JSGF V1.0;\ngrammar g;\n<c> = <a.b.c>;'),
      "'<a.b.c>' through a JSGF import",
    ],
    ['keys', 'jsgf', abnf('$main = 1;', 'mode dtmf; root $main;'), 'a DTMF grammar'],
    ['garbage', 'jsgf', abnf('$main = $GARBAGE;'), 'GARBAGE'],
    ['another document', 'jsgf', abnf('$main = $<x.gram>;'), "a reference to 'x.gram'"],
    ['a language inside', 'jsgf', abnf('$main = (a | b)!fr;'), "the language 'fr' of one part"],
    ['a repeat probability', 'jsgf', abnf('$main = a<2 /0.5/>;'), 'the probability of a repeat'],
    ['too many copies', 'jsgf', abnf('$main = a<2-60>;'), 'more than 50 counted turns'],
    [
      'copies of copies',
      'jsgf',
      abnf('$main = ((((a)<50>)<50>)<50>)<50>;'),
      'nested counted repeats of this size',
    ],
    [
      'scripts',
      'jsgf',
      abnf('$main = a {out = 1};', 'language en; root $main; tag-format <semantics/1.0>;'),
      "tags of the format 'semantics/1.0'",
    ],
    ['header tags', 'jsgf', abnf('{a}; $main = a;'), 'tags before the rules'],
  ])('says that it cannot write %s in %s', (_what, format, source, message) => {
    try {
      printGrammar(source, format);
    } catch (error) {
      expect(error).toBeInstanceOf(GrammarError);
      expect(error).toMatchObject({ code: 'not-expressible' });
      expect((error as GrammarError).message).toContain(message);
      return;
    }
    expect.unreachable();
  });

  it('refuses a document nested deeper than it can walk', () => {
    let expansion = token('a');
    for (let depth = 0; depth < 100_000; depth += 1) {
      expansion = { kind: 'item', expansion, repeat: { min: 0, max: 1 } };
    }
    for (const format of ['xml', 'abnf', 'jsgf'] as const) {
      expect(() => printGrammar(document(expansion), format)).toThrow(
        expect.objectContaining({ code: 'limit', limit: 'depth' }),
      );
    }
  });
});
