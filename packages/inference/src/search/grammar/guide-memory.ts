import type { Futures, MatchState, WordGrammar } from '@locutor/grammar';
import type { Choices } from '../guide.ts';
import type { Thread } from './threads.ts';

/** Choices and chart items that are kept: enough for every state of a finite grammar of common size. */
const MOST_CHOICES = 4096;
const MOST_ITEMS = 200_000;
/** Items that one search may add beside them. */
const LIMITS = { items: 2_000_000 };

/**
 * What guides of the same grammars have found out and share from segment to segment: for a finite grammar it becomes
 * the automaton of its tokens. Forgotten when it grows large, because grammars may have any number of states.
 *
 * Not lru-cache: the keys of choices hold numbers that the futures gave to states of the start's chart, so the three are
 * forgotten together or not at all, and what grows is the chart, whose items cannot be dropped one by one.
 */
export class GuideMemory {
  #starts = new Map<WordGrammar, MatchState>();
  #choices = new Map<string, Choices>();
  #futures = new Map<WordGrammar, Futures>();

  start(grammar: WordGrammar): MatchState {
    let start = this.#starts.get(grammar);
    if (this.#choices.size > MOST_CHOICES || (start && start.kept > MOST_ITEMS)) {
      this.#forget();
      start = undefined;
    }
    if (!start) {
      start = grammar.start({ limits: LIMITS });
      this.#starts.set(grammar, start);
    }
    return start;
  }

  choices(key: string, find: () => Choices): Choices {
    let choices = this.#choices.get(key);
    if (!choices) {
      choices = find();
      this.#choices.set(key, choices);
    }
    return choices;
  }

  /** Equal for threads from which the same can follow. */
  key({ bound, state, node, any, unitOnly, noUnit, mark }: Thread): string {
    const place = node ? node.id : any.length > 0 ? 'any' : 'new';
    const future = this.#futuresOf(bound.grammar).of(state);
    return `${bound.lm}.${future}.${place}.${unitOnly ? 1 : noUnit ? 2 : 0}.${mark}`;
  }

  /** One state that stands for all from which the same can follow. */
  representative(grammar: WordGrammar, state: MatchState): MatchState {
    return this.#futuresOf(grammar).representative(state);
  }

  #futuresOf(grammar: WordGrammar): Futures {
    let futures = this.#futures.get(grammar);
    if (!futures) {
      futures = grammar.futures();
      this.#futures.set(grammar, futures);
    }
    return futures;
  }

  #forget(): void {
    this.#starts = new Map();
    this.#choices = new Map();
    this.#futures = new Map();
  }
}
