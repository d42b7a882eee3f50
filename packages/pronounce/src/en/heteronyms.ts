import type { SpokenWord } from '../say/spoken-word.ts';
import { inflected } from './endings.ts';
import { heteronymPairs } from './heteronym-pairs.ts';
import { roleOf } from './roles.ts';

const words = (list: string): ReadonlySet<string> => new Set(list.split(' '));
const BE = words(
  "is are was were be been being am it's that's he's she's they're we're i'm you're isn't wasn't aren't",
);
const HAVE = words(
  "have has had having i've you've we've they've he's she's i'd haven't hasn't hadn't was were been be being",
);
const DETERMINERS = words('a an the this that my your his her its our their');
const PAST = words('yesterday ago last');

interface Context {
  before: string;
  after: string;
  word: SpokenWord;
  sentence: readonly SpokenWord[];
  at: number;
}

/** The usual sound, and the others with the context that calls for them; the first that fits counts. */
type Rule = readonly [
  usual: string,
  ...others: readonly (readonly [string, (context: Context) => boolean])[],
];

const after = (list: string): ((context: Context) => boolean) => {
  const set = words(list);
  return (context) => set.has(context.before);
};
const before = (list: string): ((context: Context) => boolean) => {
  const set = words(list);
  return (context) => set.has(context.after);
};
const either =
  (...tests: ((context: Context) => boolean)[]) =>
  (context: Context): boolean =>
    tests.some((test) => test(context));

const RULES: Readonly<Record<string, Rule>> = {
  bass: ['B EY1 S', ['B AE1 S', either(before('fishing fish boat'), after('sea striped largemouth'))]],
  bow: [
    'B OW1',
    [
      'B AW1',
      either(before('to down before out'), (c) => c.before === 'a' && /^t(?:ak|ook)/.test(textAt(c, -2))),
    ],
  ],
  close: [
    'K L OW1 Z',
    [
      'K L OW1 S',
      either(
        before('to friend friends relationship relative call look range second together enough by attention'),
        after('so too very how as is are was were be been get getting come came stay pretty really a an'),
      ),
    ],
  ],
  dove: ['D AH1 V', ['D OW1 V', before('into in down off under')]],
  lead: ['L IY1 D', ['L EH1 D', before('paint pipe pipes poisoning acid bullet bullets crystal weight')]],
  live: [
    'L IH1 V',
    [
      'L AY1 V',
      either(
        before(
          'music show shows stream streaming broadcast performance audience tv television concert video wire chat event action update updates coverage recording album from',
        ),
        (context) => BE.has(context.before),
        after('a go going goes went broadcast'),
      ),
    ],
  ],
  lives: [
    'L AY1 V Z',
    [
      'L IH1 V Z',
      either(
        before('in at with on near here there alone by'),
        after('he she it who that which also still always only now'),
      ),
    ],
  ],
  minute: [
    'M IH1 N AH0 T',
    [
      'M AY0 N UW1 T',
      before('details detail amounts amount particles changes quantities traces differences'),
    ],
  ],
  polish: [
    'P AA1 L IH0 SH',
    ['P OW1 L IH0 SH', (context) => context.word.written.startsWith('P') && context.at > 0],
  ],
  read: [
    'R IY1 D',
    [
      'R EH1 D',
      (context) =>
        HAVE.has(context.before) ||
        /^(?:he|she|it)$/.test(context.before) ||
        (!/^(?:to|will|can|must|should|would|could|did|didn't)$/.test(context.before) &&
          context.sentence.some(({ text }) => PAST.has(text))),
    ],
  ],
  resume: ['R IH0 Z UW1 M', ['R EH1 Z AH0 M EY2', (context) => DETERMINERS.has(context.before)]],
  tear: ['T EH1 R', ['T IH1 R', either(before('gas drop drops ducts'), after('single shed'))]],
  tears: ['T IH1 R Z', ['T EH1 R Z', after('he she it')]],
  used: [
    'Y UW1 Z D',
    [
      'Y UW1 S T',
      (context) => context.after === 'to' && (!BE.has(context.before) || /'m$|'re$/.test(context.before)),
    ],
  ],
  wind: [
    'W IH1 N D',
    [
      'W AY1 N D',
      either(before('up down back'), (c) => c.before === 'to' && /^(?:the|it|your|around)$/.test(c.after)),
    ],
  ],
  winds: ['W IH1 N D Z', ['W AY1 N D Z', before('up down back through')]],
  wound: ['W UW1 N D', ['W AW1 N D', before('up down around through tightly')]],
};

/** The sounds of a word that is said in several ways, by its neighbours. Undefined for all other words. */
export function heteronym(sentence: readonly SpokenWord[], at: number): string[] | undefined {
  const word = sentence[at]!;
  if (Object.hasOwn(RULES, word.text)) return byRule(RULES[word.text]!, sentence, at);
  const pair = heteronymPairs.get(word.text);
  if (pair) return pair[roleOf(sentence, at)];
  // "records" and "uses" sound like their stems; "recorded" and "using" are verbs.
  if (!/(?:s|ed|ing)$/.test(word.text)) return undefined;
  const role = word.text.endsWith('s') ? roleOf(sentence, at) : 'verb';
  return inflected(word.text, (stem) => heteronymPairs.get(stem)?.[role]);
}

/** All sounds of a word that is said in several ways; none for other words. */
export function heteronymWays(word: string): string[][] {
  if (Object.hasOwn(RULES, word)) {
    const [usual, ...others] = RULES[word]!;
    return [usual, ...others.map(([sounds]) => sounds)].map((sounds) => sounds.split(' '));
  }
  const pair = heteronymPairs.get(word);
  return pair ? [pair.noun, pair.verb] : [];
}

function byRule([usual, ...others]: Rule, sentence: readonly SpokenWord[], at: number): string[] {
  const neighbour = (offset: number) => sentence[at + offset]?.text ?? '';
  const context: Context = {
    before: sentence[at - 1]?.trail ? '' : neighbour(-1),
    after: sentence[at]!.trail ? '' : neighbour(1),
    word: sentence[at]!,
    sentence,
    at,
  };
  const found = others.find(([, fits]) => fits(context));
  return (found ? found[0] : usual).split(' ');
}

function textAt(context: Context, offset: number): string {
  return context.sentence[context.at + offset]?.text ?? '';
}
