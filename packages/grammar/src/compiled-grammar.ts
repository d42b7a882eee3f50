import type { Analysis } from './compile/analysis.ts';
import type { Network } from './compile/network.ts';
import { randomSentences, type SentenceOptions } from './generate/sentences.ts';
import type { GrammarLimits } from './limits.ts';
import { type Candidate, collectMatches, distinctDerivations, type GrammarMatch } from './match/collect.ts';
import { Forest } from './match/forest.ts';
import type { MatchState } from './match/match-state.ts';
import { Interpreter } from './meaning/interpreter.ts';
import type { TagPrograms } from './meaning/tag-programs.ts';
import { parse, WordGrammar, withSpareChart } from './word-grammar.ts';
import type { Vocabulary } from './words/vocabulary.ts';

export interface MatchOptions {
  /** The most distinct meanings to return, of all matches together. Default 10. */
  readonly nBest?: number;
  /** Gives each interpretation the parse that it comes from. Default false. */
  readonly everyParse?: boolean;
  readonly limits?: Partial<GrammarLimits>;
}

export interface MatchResult {
  /** Best first; empty where the grammar does not accept the text. */
  readonly matches: readonly GrammarMatch[];
}

/** A grammar ready to match. Safe to share: matches do not disturb each other. */
export class CompiledGrammar extends WordGrammar {
  readonly #interpreter: Interpreter;

  /** Made by `compileGrammar`. */
  constructor(
    network: Network,
    analysis: Analysis,
    vocabulary: Vocabulary,
    tags: TagPrograms,
    limits: GrammarLimits,
  ) {
    super(network, analysis, vocabulary, limits);
    this.#interpreter = new Interpreter(network, tags, limits);
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
    const limits = { ...this.limits, ...options.limits };
    const words = this.read(text, limits);
    const candidates = withSpareChart(this.chartGrammar, limits, (chart) => {
      const root = parse(chart, words);
      return root === -1 ? [] : distinctDerivations(new Forest(chart, root), limits.derivations);
    });
    return { matches: await this.#meanings(candidates, options, limits) };
  }

  /** The matches of a state's words; empty where they are no sentence yet. */
  async result(state: MatchState, options: MatchOptions = {}): Promise<MatchResult> {
    const root = state.accepted();
    if (root === -1) return { matches: [] };
    const limits = { ...this.limits, ...options.limits };
    const forest = new Forest(state.chart, root);
    return {
      matches: await this.#meanings(distinctDerivations(forest, limits.derivations), options, limits),
    };
  }

  /**
   * Random sentences of the grammar, by its weights.
   *
   * ```ts
   * grammar.sentences({ count: 3, seed: 7 }); // ['two small pizzas', 'a large pizza please', …]
   * ```
   */
  sentences(options: SentenceOptions = {}): string[] {
    return randomSentences(this.chartGrammar.network, (text) => this.accepts(text), options);
  }

  async #meanings(
    candidates: readonly Candidate[],
    { nBest = 10, everyParse = false }: MatchOptions,
    { meaningsLength }: GrammarLimits,
  ): Promise<GrammarMatch[]> {
    if (candidates.length === 0) return [];
    const kept = { nBest, everyParse, longest: meaningsLength };
    return collectMatches(candidates, this.chartGrammar.network, this.#interpreter, kept);
  }

  /** Gives back the memory of the script engine, if there is one. Matching goes on to work, and takes it again. */
  sleep(): void {
    this.#interpreter.sleep();
  }
}
