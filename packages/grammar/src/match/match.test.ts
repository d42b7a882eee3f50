import { describe, expect, it } from 'vitest';
import { compileGrammar } from '../compile/compile.ts';
import type { CompiledGrammar } from '../compiled-grammar.ts';
import { readGrammar } from '../read/index.ts';
import type { MatchState } from './match-state.ts';
import { printParse } from './parse-steps.ts';

const compile = (rules: string, header = 'language en;\nroot $main;\n') =>
  compileGrammar(readGrammar(`#ABNF 1.0;\n${header}${rules}`));

async function best(grammar: CompiledGrammar, text: string) {
  return (await grammar.match(text)).matches[0];
}

describe('scores', () => {
  it('follow the weights', async () => {
    const grammar = await compile('$main = /3/ x {a} | /1/ x {b};');
    expect((await best(grammar, 'x'))!.interpretations).toEqual([
      { value: 'a', score: expect.closeTo(0.75, 6) },
      { value: 'b', score: expect.closeTo(0.25, 6) },
    ]);
  });

  it('follow the probability of a repeat', async () => {
    const grammar = await compile('$main = $a<0-1 /0.9/> $b<0-1 /0.2/>; $a = b {first}; $b = b {second};');
    const [first, ...rest] = (await best(grammar, 'b'))!.interpretations;
    expect(first!.value).toBe('first');
    expect(first!.score).toBeGreaterThan(rest[0]!.score);
  });

  it('of all matches add up to one', async () => {
    const grammar = await compile('$main = $GARBAGE (one | one two | two) $GARBAGE;');
    const { matches } = await grammar.match('one two');
    expect(matches.map(({ text }) => text)).toEqual(['one two', 'one', 'two']);
    expect(matches.reduce((sum, { score }) => sum + score, 0)).toBeCloseTo(1, 9);
  });

  it('tie in document order', async () => {
    const grammar = await compile('$main = x {c} | x {a} | x {b};');
    expect((await best(grammar, 'x'))!.interpretations.map(({ value }) => value)).toEqual(['c', 'a', 'b']);
    const later = await compile('$main = y (x {c} | x {a}) z | y x {b} z;');
    expect((await best(later, 'y x z'))!.interpretations[0]!.value).toBe('b');
  });

  it('prefer words to garbage', async () => {
    const grammar = await compile('$main = [please] $GARBAGE help;');
    expect((await best(grammar, 'please now help'))!.text).toBe('please help');
    expect(printParse((await best(grammar, 'please now help'))!.parse)).toBe('$main["please","help"]');
  });

  it('are as many as asked for', async () => {
    const grammar = await compile('$main = x {a} | x {b} | x {c};');
    const { matches } = await grammar.match('x', { nBest: 2 });
    expect(matches[0]!.interpretations).toHaveLength(2);
    expect((await grammar.match('x', { nBest: 1 })).matches[0]!.interpretations).toEqual([
      { value: 'a', score: 1 },
    ]);
  });
});

describe('words', () => {
  it('come back as the grammar writes them', async () => {
    const grammar = await compile('$main = call (Anne-Marie | "New York" | Straße);');
    expect((await best(grammar, 'CALL anne marie!'))!.text).toBe('call Anne-Marie');
    expect((await best(grammar, 'call new-york'))!.text).toBe('call New York');
    expect((await best(grammar, 'Call STRASSE.'))!.text).toBe('call Straße');
  });

  it('may be given as a list', async () => {
    const grammar = await compile('$main = new york;');
    expect((await grammar.match(['New', 'York'])).matches).toHaveLength(1);
  });

  it('are keys in a DTMF grammar', async () => {
    const grammar = await compile('$main = $d<4> "#"; $d = "1" | "2" | "*";', 'mode dtmf;\nroot $main;\n');
    expect((await best(grammar, '12*1#'))!.text).toBe('1 2 * 1 #');
    expect(grammar.accepts('1 2 star 1 pound')).toBe(true);
    expect(grammar.accepts('1 2 3 1 #')).toBe(false);
  });
});

describe('word by word', () => {
  const advance = (grammar: CompiledGrammar, state: MatchState, ...words: string[]) =>
    words.reduce<MatchState | undefined>((at, word) => at && grammar.advance(at, word), state);

  it('says what is expected and when a sentence is complete', async () => {
    const grammar = await compile('$main = (turn | switch) $what [please]; $what = on | off;');
    const start = grammar.start();
    const expected = (state: MatchState) =>
      grammar
        .expected(state)
        .sets.flatMap((set) => [...set])
        .sort();
    expect(expected(start)).toEqual(['switch', 'turn']);
    expect(grammar.isFinal(start)).toBe(false);
    const turned = advance(grammar, start, 'Turn')!;
    expect(expected(turned)).toEqual(['off', 'on']);
    const done = advance(grammar, turned, 'on')!;
    expect(expected(done)).toEqual(['please']);
    expect(grammar.isFinal(done)).toBe(true);
    expect(grammar.expected(done).any).toBe(false);
    expect(grammar.advance(done, 'off')).toBeUndefined();
  });

  it('shares the past and leaves states as they were', async () => {
    const grammar = await compile('$main = a $main b {ab} | c {c};');
    const start = grammar.start();
    const a = advance(grammar, start, 'a', 'a')!;
    expect(advance(grammar, start, 'a', 'a')).toBe(a);
    const one = advance(grammar, a, 'c', 'b', 'b')!;
    const other = advance(grammar, a, 'a', 'c', 'b', 'b', 'b')!;
    expect((await grammar.result(one)).matches[0]!.text).toBe('a a c b b');
    expect((await grammar.result(other)).matches[0]!.text).toBe('a a a c b b b');
    expect((await grammar.result(one)).matches).toEqual((await grammar.match('a a c b b')).matches);
    expect((await grammar.result(a)).matches).toEqual([]);
  });

  it('takes a hyphenated word as the words it stands for', async () => {
    const grammar = await compile('$main = twenty five;');
    expect(grammar.isFinal(grammar.advance(grammar.start(), 'twenty-five')!)).toBe(true);
  });

  it('lets garbage expect anything', async () => {
    const grammar = await compile('$main = $GARBAGE help;');
    expect(grammar.expected(grammar.start()).any).toBe(true);
    expect(grammar.isFinal(advance(grammar, grammar.start(), 'um', 'oh', 'help')!)).toBe(true);
  });
});

describe('work grows with the sentence, not with its square', () => {
  /** Chart items and edges for n words. */
  async function work(rules: string, n: number) {
    const grammar = await compile(rules);
    let state = grammar.start();
    for (let i = 0; i < n; i++) state = grammar.advance(state, 'a')!;
    expect(grammar.isFinal(state)).toBe(true);
    return state.chart.items + state.chart.edgesEnd / 4;
  }

  it.each([
    ['right recursion', '$main = a $main {x} | a;'],
    ['right recursion through rules', '$main = a $second | a; $second = $main {x};'],
    ['left recursion', '$main = $main a {x} | a;'],
    ['repeats', '$main = (a {x})<1->;'],
    ['garbage', '$main = $GARBAGE;'],
  ])('%s', async (_, rules) => {
    const [short, long] = [await work(rules, 100), await work(rules, 400)];
    expect(long).toBeLessThan(short * 4.5);
  });
});

it('looks a word up in a long list instead of trying every entry', async () => {
  const names = Array.from({ length: 5000 }, (_, i) => `first${i % 50} last${i}`);
  const grammar = await compile(`$main = call $name; $name = ${names.join(' | ')};`);
  let state = grammar.start();
  for (const word of ['call', 'first7', 'last57']) state = grammar.advance(state, word)!;
  expect(grammar.isFinal(state)).toBe(true);
  expect(state.chart.items).toBeLessThan(300);
});
