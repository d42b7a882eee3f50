import { describe, expect, it } from 'vitest';
import { compileGrammar } from '../src/compile/compile.ts';
import { GrammarError } from '../src/errors.ts';
import { printParse } from '../src/match/parse-steps.ts';
import { readGrammar } from '../src/read/index.ts';

/** Parses of grammars in the ABNF form, for what its syntax has of its own, in the notation of the W3C's report. */

const REJECT = 'REJECT';

const OTHERS: Readonly<Record<string, string>> = {
  'file:///g/polite.gram':
    '#ABNF 1.0;\nlanguage en;\nroot $any;\npublic $start = please;\n$any = $start | kindly;\n$hidden = psst;',
  'file:///g/fruit.grxml':
    '<grammar xmlns="http://www.w3.org/2001/06/grammar" version="1.0" xml:lang="en" root="fruit"><rule id="fruit" scope="public"><one-of><item>apples</item><item>"blood oranges"</item></one-of></rule></grammar>',
  'file:///g/keys.gram': '#ABNF 1.0;\nmode dtmf;\nroot $key;\npublic $key = 1;',
};

async function parse(source: string, input: string): Promise<string> {
  const resolve = async (uri: string, mediaType: string | undefined) => {
    const other = OTHERS[uri];
    if (other === undefined) throw new GrammarError('not-found', `There is no ${uri}.`);
    return readGrammar(other, { uri, ...(mediaType === undefined ? {} : { mediaType }) });
  };
  try {
    const grammar = await compileGrammar(readGrammar(source, { uri: 'file:///g/main.gram' }), { resolve });
    const { matches } = await grammar.match(input);
    return matches[0] === undefined ? REJECT : printParse(matches[0].parse);
  } catch (error) {
    if (!(error instanceof GrammarError)) throw error;
    return `${REJECT} ${error.code}`;
  }
}

const voice = (rules: string, declarations = '') =>
  `#ABNF 1.0 UTF-8;\nlanguage en-US;\nmode voice;\nroot $main;\n${declarations}\n${rules}`;

const CASES: readonly [what: string, grammar: string, parses: Readonly<Record<string, string>>][] = [
  [
    'tokens in quotes are one',
    voice('$main = to "New\n York" City;'),
    {
      'to New York City': '$main["to","New York","City"]',
      'to New City': REJECT,
    },
  ],
  [
    'a repeat binds to the element before it',
    voice('$main = very <1-2> big {huge}<0> house;'),
    {
      'very big house': '$main["very","big","house"]',
      'very very big house': '$main["very","very","big","house"]',
      'very very very big house': REJECT,
      'big house': REJECT,
    },
  ],
  [
    'a group takes a repeat as a whole',
    voice('$main = (very big)<2> house;'),
    {
      'very big very big house': '$main["very","big","very","big","house"]',
      'very big big house': REJECT,
    },
  ],
  [
    'or more, with a probability',
    voice('$main = (ha {laugh})<2- /0.7/>;'),
    {
      'ha ha ha': '$main["ha",{!{laugh}!},"ha",{!{laugh}!},"ha",{!{laugh}!}]',
      ha: REJECT,
    },
  ],
  [
    'zero times is not there',
    voice('$main = a b<0> c<0-0> $VOID<0> $GARBAGE<0> {t}<0> d;'),
    {
      'a d': '$main["a","d"]',
      'a b d': REJECT,
      'a x d': REJECT,
    },
  ],
  [
    'optional in brackets and optional by repeat',
    voice('$main = [please] open <0-1> [the | a] door;'),
    {
      'open the door': '$main["open","the","door"]',
      'please door': '$main["please","door"]',
      'please the a door': REJECT,
    },
  ],
  [
    'a sequence binds tighter than alternatives',
    voice('$main = a b | c d;'),
    {
      'a b': '$main["a","b"]',
      'c d': '$main["c","d"]',
      'a d': REJECT,
    },
  ],
  [
    'weights on some alternatives',
    voice('$main = /10/ tea | /0.5/ coffee | water;'),
    {
      coffee: '$main["coffee"]',
      water: '$main["water"]',
    },
  ],
  [
    'both kinds of tags, also with braces and signs',
    voice('$main = a {x="!"} b {!{ if (y) { z } }!} c {!{}}!};'),
    {
      'a b c': '$main["a",{!{x="!"}!},"b",{!{ if (y) { z } }!},"c",{!{}}!}]',
    },
  ],
  [
    'a rule of one tag, and of nothing',
    voice('$main = go $t $n; $t = {only}; $n = ();'),
    {
      go: '$main["go",$t[{!{only}!}],$n[]]',
    },
  ],
  [
    'special rules',
    voice('$main = $NULL a | b $VOID | $GARBAGE c;'),
    {
      a: '$main["a"]',
      b: REJECT,
      'oh well c': '$main["c"]',
      c: '$main["c"]',
    },
  ],
  [
    'languages are read and do not change the text',
    voice('$main = (oui | yes)!fr-CA [merci!fr]<1> $end!fr; $end = adieu;'),
    {
      'oui merci adieu': '$main["oui","merci",$end["adieu"]]',
    },
  ],
  [
    'comments everywhere',
    voice('// one\n$main /* two */ = a /* three | b */ // four ; c\n | d /** five */ ;'),
    {
      a: '$main["a"]',
      d: '$main["d"]',
      b: REJECT,
    },
  ],
  [
    'names are case-sensitive',
    voice('$main = $a $A; $a = one; $A = two;'),
    { 'one two': '$main[$a["one"],$A["two"]]' },
  ],
  [
    'keywords are words inside a rule',
    voice('$main = public language root mode;'),
    {
      'public language root mode': '$main["public","language","root","mode"]',
    },
  ],
  [
    'left and right recursion',
    voice('$main = $left | $right; $left = $left a | b; $right = c $right | d;'),
    {
      'b a a': '$main[$left[$left[$left["b"],"a"],"a"]]',
      'c c d': '$main[$right["c",$right["c",$right["d"]]]]',
      'a b': REJECT,
    },
  ],
  [
    'other documents: a rule, the root, the other form, a media type',
    voice(
      '$main = $<polite.gram#start> $<polite.gram> $<fruit.grxml> $<fruit.grxml#fruit>~<application/srgs+xml>;',
    ),
    {
      'please kindly apples blood oranges':
        '$main[$<polite.gram#start>["please"],$<polite.gram>["kindly"],$<fruit.grxml>["apples"],$<fruit.grxml#fruit>["blood oranges"]]',
    },
  ],
  [
    'a base for references',
    voice('$main = $<polite.gram#start>;', 'base <file:///g/>;'),
    {
      please: '$main[$<polite.gram#start>["please"]]',
    },
  ],
  [
    'the base declaration comes before the meta',
    voice('$main = $<polite.gram#start>;', 'base <file:///g/>; meta "base" is "file:///nowhere/";'),
    {
      please: '$main[$<polite.gram#start>["please"]]',
    },
  ],
  [
    'a meta as base',
    voice('$main = $<polite.gram#start>;', "meta 'base' is 'file:///nowhere/';"),
    { please: 'REJECT not-found' },
  ],
  [
    'a private rule of another document',
    voice('$main = $<polite.gram#hidden>;'),
    { psst: 'REJECT undefined-rule' },
  ],
  [
    'a document of another form than the reference says',
    voice('$main = $<fruit.grxml>~<application/srgs>;'),
    { apples: 'REJECT invalid' },
  ],
  ['a document of another mode', voice('$main = $<keys.gram>;'), { 1: 'REJECT invalid' }],
  [
    'keys, with the signs in quotes',
    '#ABNF 1.0;\nlanguage en;\nmode dtmf;\nroot $pin;\n$pin = (1 | 2 | "*")<2-3> "#";',
    {
      '1 * #': '$pin["1","*","#"]',
      '2 #': REJECT,
    },
  ],
  [
    'no root: public rules are active, private ones are not',
    '#ABNF 1.0;\nlanguage en;\npublic $a = one;\npublic $b = two;\n$c = three;',
    {
      one: '$a["one"]',
      two: '$b["two"]',
      three: REJECT,
    },
  ],
  ['no rules', '#ABNF 1.0;\nlanguage en;\n', { anything: 'REJECT invalid' }],
  [
    'Unicode tokens and rule names',
    voice('$main = $größe 東京; $größe = très grand;'),
    {
      'très grand 東京': '$main[$größe["très","grand"],"東京"]',
    },
  ],
];

describe('the ABNF form through the matcher', () => {
  for (const [what, grammar, parses] of CASES) {
    it(what, async () => {
      for (const [input, expected] of Object.entries(parses)) {
        expect(`${input}: ${await parse(grammar, input)}`).toBe(`${input}: ${expected}`);
      }
    });
  }
});
