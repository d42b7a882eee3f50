// What the grammar benchmark measures: grammars, and texts for them.
import { builtinGrammar, type GrammarDocument, readGrammar } from '@locutor/grammar';

export interface Sample {
  readonly name: string;
  /** Reads the grammar: part of what is measured. */
  readonly read: () => GrammarDocument;
  readonly texts: readonly string[];
  /** Whether the grammar accepts the texts: the benchmark checks it. */
  readonly accepts: boolean;
  readonly rounds: number;
}

const abnf = (rules: string) => () =>
  readGrammar(`#ABNF 1.0;\nlanguage en;\nroot $main;\ntag-format <semantics/1.0>;\n${rules}`);

const COMMANDS = `$main = [please] ($switch {out = rules.switch} | $dim {out = rules.dim}) [please | now];
$switch = turn $state {out.state = rules.state} [the] $thing {out.thing = rules.thing};
$dim = (set | dim) [the] $thing {out.thing = rules.thing} to $level percent {out.level = rules.level};
$state = on {out = "on"} | off {out = "off"};
$thing = [kitchen | bedroom | bathroom | garden] (light | lights | fan | heating) {out = meta.current().text};
$level = ten {out = 10} | twenty {out = 20} | fifty {out = 50} | ninety {out = 90};`;

const SCRIPTS = `$main = {out.total = 0; out.items = []}
  ($item {out.items.push(rules.item); out.total += rules.item.price * rules.item.count} [and])<1->;
$item = $count $dish {out.count = Number(rules.count); out.price = rules.dish.length};
$count = one {out = "1"} | two {out = "2"} | three {out = "3"};
$dish = pizza | salad | soup;`;

/** Pronounceable names, all different. */
function names(count: number): string[] {
  const syllables = [
    'ba',
    'ce',
    'di',
    'fo',
    'gu',
    'ha',
    'je',
    'ki',
    'lo',
    'mu',
    'na',
    'pe',
    'ri',
    'so',
    'tu',
    'va',
  ];
  const word = (n: number) => [n & 15, (n >> 4) & 15, (n >> 8) & 15].map((part) => syllables[part]).join('');
  return Array.from(
    { length: count },
    (_, i) => `${word(i % 2000)} ${word(2000 + Math.floor(i / 2000))}${word(i % 7)}`,
  );
}

const directory = names(50_000);

export const samples: readonly Sample[] = [
  {
    name: 'small commands',
    read: abnf(COMMANDS),
    texts: [
      'Turn on the kitchen light!',
      'please set the fan to fifty percent',
      'turn off bedroom lights now',
    ],
    accepts: true,
    rounds: 20_000,
  },
  {
    name: 'small commands, no match',
    read: abnf(COMMANDS),
    texts: ['turn the kitchen upside down', 'open the door please', 'set the fan to eleven percent'],
    accepts: false,
    rounds: 20_000,
  },
  {
    name: 'tags for the script engine',
    read: abnf(SCRIPTS),
    texts: ['two pizza and one salad', 'one soup two salad and three pizza'],
    accepts: true,
    rounds: 5_000,
  },
  {
    name: '50,000 names',
    read: abnf(
      `$main = call $name {out = rules.name};\n$name = ${directory.map((name, i) => `${name} {out = ${i}}`).join('\n| ')};`,
    ),
    texts: directory.filter((_, i) => i % 499 === 0).map((name) => `call ${name}`),
    accepts: true,
    rounds: 10_000,
  },
  {
    name: 'S → S S | a, 200 words',
    read: abnf('$main = $main $main | a;'),
    texts: ['a '.repeat(200)],
    accepts: true,
    rounds: 40,
  },
  {
    name: 'right recursion, 1,000 words',
    read: abnf('$main = a $main {out = rules.main + 1} | a {out = 1};'),
    texts: ['a '.repeat(1000)],
    accepts: true,
    rounds: 200,
  },
  {
    name: 'left recursion, 1,000 words',
    read: abnf('$main = $main a {out = rules.main + 1} | a {out = 1};'),
    texts: ['a '.repeat(1000)],
    accepts: true,
    rounds: 200,
  },
  {
    name: 'builtin date, English',
    read: () => builtinGrammar('builtin:grammar/date?language=en'),
    texts: ['november fourteenth twenty twenty six', 'the third of may', 'tuesday the ninth of june 2025'],
    accepts: true,
    rounds: 2_000,
  },
  {
    name: 'builtin date, Portuguese',
    read: () => builtinGrammar('builtin:grammar/date?language=pt'),
    texts: ['catorze de novembro de dois mil e vinte e seis', 'três de maio'],
    accepts: true,
    rounds: 2_000,
  },
];
