import type { Analysis } from './compile/analysis.ts';
import type { Network } from './compile/network.ts';
import { type GrammarLimits, limitReached } from './limits.ts';
import { Chart } from './match/chart.ts';
import { type ChartGrammar, END } from './match/chart-memory.ts';
import { type Candidate, collectMatches, distinctDerivations, type GrammarMatch } from './match/collect.ts';
import { type Expected, expectedWords } from './match/expected.ts';
import { Forest } from './match/forest.ts';
import { ItemTable } from './match/item-table.ts';
import { MatchState } from './match/match-state.ts';
import { Interpreter } from './meaning/interpreter.ts';
import type { TagPrograms } from './meaning/tag-programs.ts';
import type { Vocabulary } from './words/vocabulary.ts';

export interface MatchOptions {
  /** The most distinct meanings to return, of all matches together. Default 10. */
  readonly nBest?: number;
  readonly limits?: Partial<GrammarLimits>;
}

export interface MatchResult {
  /** Best first; empty where the grammar does not accept the text. */
  readonly matches: readonly GrammarMatch[];
}

/** A grammar ready to match. Safe to share: matches do not disturb each other. */
export class CompiledGrammar {
  readonly #chartGrammar: ChartGrammar;
  readonly #vocabulary: Vocabulary;
  readonly #interpreter: Interpreter;
  readonly #limits: GrammarLimits;

  /** Made by `compileGrammar`. */
  constructor(
    network: Network,
    analysis: Analysis,
    vocabulary: Vocabulary,
    tags: TagPrograms,
    limits: GrammarLimits,
  ) {
    const isFinal = new Uint8Array(network.states);
    for (const state of network.ruleFinal) isFinal[state] = 1;
    const isIndexed = new Uint8Array(network.states);
    for (const state of analysis.index.keys()) isIndexed[state] = 1;
    this.#chartGrammar = { ...analysis, network, isFinal, isIndexed, table: new ItemTable() };
    this.#vocabulary = vocabulary;
    this.#interpreter = new Interpreter(network, tags, limits);
    this.#limits = limits;
  }

  /**
   * Matches a text, or a list of words, and says what it means.
   *
   * ```ts
   * const { matches } = await grammar.match('Call John, please!');
   * matches[0]?.text; // 'call John please'
   * matches[0]?.interpretations[0]?.value; // { action: 'call', who: 'john' }
   * ```
   */
  async match(text: string | readonly string[], options: MatchOptions = {}): Promise<MatchResult> {
    const limits = { ...this.#limits, ...options.limits };
    const words = this.#read(text, limits);
    const nBest = options.nBest ?? 10;
    const candidates = withSpareChart(this.#chartGrammar, limits, (chart) => {
      const root = parse(chart, words);
      return root === -1 ? [] : distinctDerivations(new Forest(chart, root), limits.derivations);
    });
    return { matches: await this.#meanings(candidates, nBest) };
  }

  /** Whether the grammar accepts a text; runs no tags. */
  accepts(text: string | readonly string[], options: MatchOptions = {}): boolean {
    const limits = { ...this.#limits, ...options.limits };
    const words = this.#read(text, limits);
    return withSpareChart(this.#chartGrammar, limits, (chart) => parse(chart, words) !== -1);
  }

  /** The state before the first word, for matching word by word. Each start has a memory of its own, shared by all states that follow from it. */
  start(options: MatchOptions = {}): MatchState {
    return MatchState.start(new Chart(this.#chartGrammar, { ...this.#limits, ...options.limits }));
  }

  /** The state after one more word, or undefined where no sentence of the grammar goes on like that. `state` stays as it was. */
  advance(state: MatchState, word: string): MatchState | undefined {
    let next: MatchState | undefined = state;
    for (const id of this.#vocabulary.read(word)) next = next?.after(id);
    return next;
  }

  /** What can come next. */
  expected(state: MatchState): Expected {
    return expectedWords(state, this.#chartGrammar, this.#vocabulary.words);
  }

  /** Whether the words so far are a sentence of the grammar. */
  isFinal(state: MatchState): boolean {
    return state.accepted() !== -1;
  }

  /** What the weights of the grammar say against the words so far as a sentence: millionths of −log; undefined where they are none. */
  cost(state: MatchState): number | undefined {
    const root = state.accepted();
    return root === -1 ? undefined : state.chart.itemCost[root];
  }

  /** The matches of a state's words; empty where they are no sentence yet. */
  async result(state: MatchState, options: MatchOptions = {}): Promise<MatchResult> {
    const root = state.accepted();
    if (root === -1) return { matches: [] };
    const limits = { ...this.#limits, ...options.limits };
    const nBest = options.nBest ?? 10;
    const forest = new Forest(state.chart, root);
    return {
      matches: await this.#meanings(distinctDerivations(forest, limits.derivations), nBest),
    };
  }

  async #meanings(candidates: readonly Candidate[], nBest: number): Promise<GrammarMatch[]> {
    if (candidates.length === 0) return [];
    return collectMatches(candidates, this.#chartGrammar.network, this.#interpreter, nBest);
  }

  /** Gives back the memory of the script engine, if there is one. Matching goes on to work, and takes it again. */
  sleep(): void {
    this.#interpreter.sleep();
  }

  #read(text: string | readonly string[], limits: GrammarLimits): number[] {
    const words =
      typeof text === 'string'
        ? this.#vocabulary.read(text)
        : text.flatMap((word) => this.#vocabulary.read(word));
    if (words.length > limits.words)
      throw limitReached('words', `the text has ${words.length} words, the limit is ${limits.words}`);
    return words;
  }
}

// A chart for a long ambiguous text takes tens of megabytes, and most of the time goes into asking for them: one is
// kept for the next text of the thread, whichever grammar it is for.
let spare: Chart | undefined;

function withSpareChart<Result>(
  grammar: ChartGrammar,
  limits: GrammarLimits,
  use: (chart: Chart) => Result,
): Result {
  const chart = spare ?? new Chart(grammar, limits);
  spare = undefined;
  chart.reset(grammar, limits);
  const result = use(chart);
  spare = chart;
  return result;
}

/** The item that spans all words, or -1. */
function parse(chart: Chart, words: readonly number[]): number {
  let from = 0;
  for (let position = 0; position < words.length; position++) {
    const to = chart.items;
    from = chart.expand(from, to, position, words[position]!);
    if (from === chart.items) return -1;
  }
  return chart.expand(from, chart.items, words.length, END);
}
