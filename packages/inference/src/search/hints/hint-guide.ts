import type { Hint } from '@locutor/contract';
import { fold } from '@locutor/grammar';
import type { Vocabulary } from '../../speech/vocabulary.ts';
import type { Choices, Guide } from '../guide.ts';
import { type TokenNode, type TokenTrie, tokenTrie } from '../token-trie.ts';
import { type PhraseNode, phraseTrie } from './phrase-trie.ts';

const BLANK = 0x20;
/** A boost of 100 makes up for so much log probability, one of 25 for half of it. */
const MOST_GAIN = 8;

/** Where in which phrases a text is; more than one where they overlap. */
type HintState = readonly PhraseNode[];

/**
 * Favours phrases in free speech. A phrase gains as it is written, letter by letter, and loses it all where it breaks
 * off, so that only whole phrases profit.
 */
export class HintGuide implements Guide<HintState> {
  readonly initial: HintState = [];
  readonly #root: PhraseNode;
  readonly #tokens: TokenTrie;
  readonly #choices = new Map<HintState, Choices>();

  constructor(vocabulary: Vocabulary, hints: readonly Hint[]) {
    this.#tokens = tokenTrie(vocabulary);
    this.#root = phraseTrie(
      hints.map(({ phrase, boost }) => ({
        phrase: folded(phrase),
        gain: MOST_GAIN * Math.sqrt(Math.min(1, boost / 100)),
      })),
    );
  }

  choices(state: HintState): Choices {
    let choices = this.#choices.get(state);
    if (!choices) {
      choices = this.#find(state);
      this.#choices.set(state, choices);
    }
    return choices;
  }

  advance(state: HintState, token: number): HintState {
    if (this.#tokens.marks.get(token)?.joins) return afterMark(state);
    const text = this.#tokens.text(token);
    if (!text) return this.initial;
    let nodes = text.begins ? this.#beforeWord(state) : state;
    for (const byte of text.bytes) nodes = step(nodes, byte);
    return nodes.length === 0 ? this.initial : nodes;
  }

  pending(state: HintState): number {
    return gainOf(state) - keptBy(state);
  }

  #find(state: HintState): Choices {
    const pending = gainOf(state);
    const kept = keptBy(state);
    const tokens = new Map<number, number>();
    const collect = (nodes: HintState, at: TokenNode) => {
      for (const token of at.tokens) tokens.set(token, Math.max(kept, gainOf(nodes)) - pending);
      for (const [byte, child] of at.next) {
        const next = step(nodes, byte);
        if (next.length > 0) collect(next, child);
      }
    };
    collect(this.#beforeWord(state), this.#tokens.first);
    for (const [token, { joins }] of this.#tokens.marks) {
      if (joins) tokens.set(token, Math.max(kept, gainOf(afterMark(state))) - pending);
    }
    if (state.length > 0) collect(state, this.#tokens.inner);
    return { tokens, others: kept - pending };
  }

  #beforeWord(state: HintState): HintState {
    return [...step(state, BLANK), this.#root];
  }
}

/** An apostrophe is left out of phrases, a hyphen is a blank in them. */
function afterMark(state: HintState): HintState {
  return state.length === 0 ? state : [...state, ...step(state, BLANK)];
}

function step(nodes: HintState, byte: number): PhraseNode[] {
  return nodes.flatMap((node) => node.next.get(byte) ?? []);
}

function gainOf(nodes: HintState): number {
  return nodes.reduce((most, { gain }) => Math.max(most, gain), 0);
}

/** A phrase that is complete keeps what it gained, whatever comes. */
function keptBy(nodes: HintState): number {
  return gainOf(nodes.filter(({ complete }) => complete));
}

/** As tokens are compared: see the tree of tokens. */
function folded(phrase: string): string {
  return fold(phrase, {})
    .replace(/['’]/gu, '')
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim();
}
