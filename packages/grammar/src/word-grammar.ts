import { type Analysis, analyse } from './compile/analysis.ts';
import type { Network } from './compile/network.ts';
import type { MatchOptions } from './compiled-grammar.ts';
import { defaultLimits, type GrammarLimits, limitReached } from './limits.ts';
import { Chart } from './match/chart.ts';
import { type ChartGrammar, END } from './match/chart-memory.ts';
import { type Expected, expectedWords } from './match/expected.ts';
import { Futures } from './match/futures.ts';
import { ItemTable } from './match/item-table.ts';
import { MatchState } from './match/match-state.ts';
import type { GrammarMode } from './model.ts';
import type { WordOptions } from './words/options.ts';
import { Vocabulary } from './words/vocabulary.ts';

/** What a compiled grammar knows of words, as plain data that can go to another thread or process. Tags stay behind. */
export interface FrozenGrammar {
  readonly mode: GrammarMode;
  readonly options: WordOptions;
  readonly words: readonly string[];
  /** All ways to write the words that have an apostrophe. */
  readonly apostropheForms: readonly string[];
  readonly network: Network;
}

/** A grammar ready to say which words may follow which. Safe to share: states do not disturb each other. */
export class WordGrammar {
  protected readonly chartGrammar: ChartGrammar;
  protected readonly vocabulary: Vocabulary;
  protected readonly limits: GrammarLimits;

  /** Made by `compileGrammar` and `thawGrammar`. */
  constructor(network: Network, analysis: Analysis, vocabulary: Vocabulary, limits: GrammarLimits) {
    const isFinal = new Uint8Array(network.states);
    for (const state of network.ruleFinal) isFinal[state] = 1;
    const isIndexed = new Uint8Array(network.states);
    for (const state of analysis.index.keys()) isIndexed[state] = 1;
    this.chartGrammar = { ...analysis, network, isFinal, isIndexed, table: new ItemTable() };
    this.vocabulary = vocabulary;
    this.limits = limits;
  }

  /** Whether the grammar accepts a text; runs no tags. */
  accepts(text: string | readonly string[], options: MatchOptions = {}): boolean {
    const limits = { ...this.limits, ...options.limits };
    const words = this.read(text, limits);
    return withSpareChart(this.chartGrammar, limits, (chart) => parse(chart, words) !== -1);
  }

  /** The state before the first word, for matching word by word. Each start has a memory of its own, shared by all states that follow from it. */
  start(options: MatchOptions = {}): MatchState {
    return MatchState.start(new Chart(this.chartGrammar, { ...this.limits, ...options.limits }));
  }

  /** The state after one more word, or undefined where no sentence of the grammar goes on like that. `state` stays as it was. */
  advance(state: MatchState, word: string): MatchState | undefined {
    let next: MatchState | undefined = state;
    for (const id of this.vocabulary.read(word)) next = next?.after(id);
    return next;
  }

  /** What can come next. */
  expected(state: MatchState): Expected {
    return expectedWords(state, this.chartGrammar, this.vocabulary.words);
  }

  /** The words of the grammar that a word of a text is made of: the letters of "ABC" where the grammar has single ones. */
  cut(word: string): string[] {
    return this.vocabulary.cut(word);
  }

  /** A word of a text as the grammar writes it, with an apostrophe or without. */
  written(word: string): string {
    return this.vocabulary.written(word);
  }

  /** All ways in which the grammar writes one of its words: with an apostrophe, and without where it has both. */
  forms(word: string): ReadonlySet<string> {
    return this.vocabulary.forms(word);
  }

  /** Whether the words so far are a sentence of the grammar. */
  isFinal(state: MatchState): boolean {
    return state.accepted() !== -1;
  }

  /**
   * Tells which states of this grammar can be followed by the same words, for searches that meet many states. It keeps
   * what it finds out; a new one begins anew.
   */
  futures(): Futures {
    return new Futures();
  }

  /** For another thread or process, where `thawGrammar` needs a tenth of the time that compiling takes. */
  freeze(): FrozenGrammar {
    const { mode, options, words, apostropheForms } = this.vocabulary;
    // Tags and outputs say what a parse is made of; words need neither.
    const network = { ...this.chartGrammar.network, arcOutput: new Int32Array(), outputs: [] };
    return { mode, options, words, apostropheForms, network };
  }

  protected read(text: string | readonly string[], limits: GrammarLimits): number[] {
    const words =
      typeof text === 'string'
        ? this.vocabulary.read(text)
        : text.flatMap((word) => this.vocabulary.read(word));
    if (words.length > limits.words)
      throw limitReached('words', `the text has ${words.length} words, the limit is ${limits.words}`);
    return words;
  }
}

/** The grammar of words that was frozen. */
export function thawGrammar({ mode, options, network, ...known }: FrozenGrammar): WordGrammar {
  const vocabulary = Vocabulary.of(mode, options, known);
  return new WordGrammar(network, analyse(network), vocabulary, defaultLimits);
}

// A chart for a long ambiguous text takes tens of megabytes, and most of the time goes into asking for them: one is
// kept for the next text of the thread, whichever grammar it is for.
let spare: Chart | undefined;

export function withSpareChart<Result>(
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
export function parse(chart: Chart, words: readonly number[]): number {
  let from = 0;
  for (let position = 0; position < words.length; position++) {
    const to = chart.items;
    from = chart.expand(from, to, position, words[position]!);
    if (from === chart.items) return -1;
  }
  return chart.expand(from, chart.items, words.length, END);
}
