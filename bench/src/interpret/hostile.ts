/** Grammars written to stall, swell or crash whoever compiles or matches them. */
export interface HostileGrammar {
  readonly name: string;
  readonly grammar: string;
  readonly text: string;
}

const HEAD = '#ABNF 1.0;\nlanguage en;\nroot $r;\ntag-format <semantics/1.0>;\n';
const rules = (count: number, rule: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => rule(index)).join('\n');

export const hostileGrammars: readonly HostileGrammar[] = [
  {
    name: 'billion laughs',
    grammar: `${HEAD}public $r = $l40;\n$l0 = ha;\n${rules(40, (i) => `$l${i + 1} = $l${i} $l${i};`)}`,
    text: 'ha ha ha',
  },
  {
    name: 'deep nesting',
    grammar: `${HEAD}public $r = ${'('.repeat(50_000)}a${')'.repeat(50_000)};`,
    text: 'a',
  },
  {
    name: 'exponential ambiguity',
    grammar: `${HEAD}public $r = $s;\n$s = $s $s | a | a;`,
    text: 'a '.repeat(400),
  },
  { name: 'endless script', grammar: `${HEAD}public $r = a {!{ while (true) {} }!};`, text: 'a' },
  {
    name: 'memory bomb in a script',
    grammar: `${HEAD}public $r = a {!{ var x = 'x'; for (;;) x += x; }!};`,
    text: 'a',
  },
  {
    name: 'catastrophic regular expression',
    grammar: `${HEAD}public $r = a {!{ out = /^(a+)+$/.test('${'a'.repeat(40)}b'); }!};`,
    text: 'a',
  },
  {
    name: 'a mebibyte of tags',
    grammar: `${HEAD}public $r = a ${'{out.x = 1;} '.repeat(75_000)};`,
    text: 'a',
  },
  {
    name: '100,000 alternatives',
    grammar: `${HEAD}public $r = ${Array.from({ length: 100_000 }, (_, i) => `w${i}`).join(' | ')};`,
    text: 'w99999',
  },
  {
    name: 'repeat of a repeat',
    grammar: `${HEAD}public $r = (((a<0-9999>)<0-9999>)<0-9999>);`,
    text: 'a '.repeat(300),
  },
];
