import type { MatchState } from '@locutor/grammar';
import type { Vocabulary } from '../../speech/vocabulary.ts';
import type { Hypothesis } from '../beam-search.ts';
import type { Choices, Guide } from '../guide.ts';
import { type Mark, type TokenTrie, tokenTrie } from '../token-trie.ts';
import { afterByte } from './after-byte.ts';
import type { GuideMemory } from './guide-memory.ts';
import { addNextTokens } from './next-tokens.ts';
import {
  type BoundGrammar,
  beginWords,
  completions,
  distinctThreads,
  endWord,
  type Thread,
  wordsOf,
} from './threads.ts';

/** All ways to read the tokens so far, and how many there are. */
export interface GuideState {
  readonly threads: readonly Thread[];
  readonly length: number;
}

/** A sentence of one of the grammars. */
export interface BoundSentence {
  readonly lm: number;
  readonly words: readonly { word: string; from: number; to: number; filler: boolean }[];
}

/** Words that only GARBAGE takes are less welcome than the grammar's own. */
const ANY_WORD_COST = -1;
/** Ways to read the same tokens that are followed. */
const MOST_THREADS = 64;

/** Lets a search write nothing but sentences of some grammars, in whatever case, marks and digits the model likes. */
export class GrammarGuide implements Guide<GuideState> {
  readonly initial: GuideState;
  readonly #tokens: TokenTrie;
  readonly #endToken: number;
  readonly #memory: GuideMemory;

  constructor(vocabulary: Vocabulary, grammars: readonly BoundGrammar[], memory: GuideMemory) {
    this.#tokens = tokenTrie(vocabulary);
    this.#endToken = vocabulary.endToken;
    this.#memory = memory;
    const threads = grammars.flatMap((each) => {
      const bound = {
        ...each,
        representative: (state: MatchState) => memory.representative(each.grammar, state),
      };
      return beginWords(bound, memory.start(each.grammar), undefined, 0);
    });
    this.initial = { threads, length: 0 };
  }

  /** Worked out thread by thread, because the same threads meet in ever new combinations. */
  choices({ threads, length }: GuideState): Choices {
    const start = length === 0 ? '^' : '';
    const byKey = new Map(threads.map((thread) => [this.#memory.key(thread), thread]));
    const keys = [...byKey.keys()].sort();
    const ofThread = (key: string) =>
      this.#memory.choices(start + key, () => this.#find({ threads: [byKey.get(key)!], length }));
    if (keys.length === 1) return ofThread(keys[0]!);
    return this.#memory.choices(start + keys.join(' '), () => together(keys.map(ofThread)));
  }

  advance({ threads, length }: GuideState, token: number): GuideState {
    return { threads: this.#read(threads, length, token), length: length + 1 };
  }

  /**
   * The state after a text that was found without this guide, if it is a sentence; that no other is more probable need
   * not be searched for then. Where words may be any words, another reading of the audio may need fewer of them.
   */
  read({ tokens, ended }: Pick<Hypothesis, 'tokens' | 'ended'>): GuideState | undefined {
    let state = this.initial;
    for (const token of tokens) {
      state = this.advance(state, token);
      if (state.threads.length === 0 || state.threads.some(({ node }) => !node)) return undefined;
    }
    return ended && this.sentences(state).length > 0 ? state : undefined;
  }

  /** The sentences that the tokens so far are. */
  sentences({ threads, length }: GuideState): BoundSentence[] {
    return threads.flatMap((thread) =>
      this.#finals(thread, length).map(({ bound, words }) => ({
        lm: bound.lm,
        words: wordsOf(words).map((each) =>
          each.filler ? each : { ...each, word: bound.grammar.written(each.word) },
        ),
      })),
    );
  }

  #find({ threads, length }: GuideState): Choices {
    const tokens = new Map<number, number>();
    const others = threads.some(({ node }) => !node) ? ANY_WORD_COST : undefined;
    const written = threads.filter(({ node }) => node);
    const keyOf = (thread: Thread) => this.#memory.key(thread);
    addNextTokens(tokens, beforeWord(threads, length), this.#tokens.first, length, keyOf);
    const going = length > 0 ? written.filter(mayGoOn) : written.filter(({ node }) => node!.unspaced);
    const after = threads.flatMap((thread) => (thread.node ? [] : endWord(thread, length, 'script')));
    const next = [...going, ...after.filter(({ node }) => node?.unspaced)];
    addNextTokens(tokens, next, this.#tokens.inner, length, keyOf);
    for (const [token, mark] of this.#tokens.marks) {
      if (written.some((thread) => takeMark(thread, mark).length > 0)) tokens.set(token, 0);
    }
    if (threads.some((thread) => this.#finals(thread, length).length > 0)) tokens.set(this.#endToken, 0);
    // GARBAGE takes any word, and the end is none.
    else if (others !== undefined) tokens.set(this.#endToken, Number.NEGATIVE_INFINITY);
    return { tokens, others };
  }

  #finals(thread: Thread, at: number) {
    return completions(thread, at).filter(({ bound, state }) => bound.grammar.isFinal(state));
  }

  #read(threads: readonly Thread[], at: number, token: number): Thread[] {
    const mark = this.#tokens.marks.get(token);
    if (mark) return threads.flatMap((thread) => takeMark(thread, mark));
    const text = this.#tokens.text(token);
    if (!text) return [];
    let next = text.begins ? beforeWord(threads, at) : threads.filter(mayGoOn);
    for (const byte of text.bytes) next = next.flatMap((thread) => afterByte(thread, byte, at));
    return distinctThreads(next, (thread) => this.#memory.key(thread)).slice(0, MOST_THREADS);
  }
}

/** What at least one of them allows. */
function together(all: readonly Choices[]): Choices {
  const tokens = new Map<number, number>();
  for (const each of all) {
    for (const [token, cost] of each.tokens) {
      tokens.set(token, Math.max(cost, tokens.get(token) ?? Number.NEGATIVE_INFINITY));
    }
  }
  return { tokens, others: all.find(({ others }) => others !== undefined)?.others };
}

/** The threads as they are when a blank has come. */
function beforeWord(threads: readonly Thread[], at: number): Thread[] {
  return threads.flatMap((thread) => {
    if (isFresh(thread) && at === 0) return [thread];
    const spaced = thread.node?.spaced;
    return [
      ...endWord(thread, at, 'blank'),
      ...(spaced ? [{ ...thread, node: spaced, mark: 'none' as const }] : []),
    ];
  });
}

function isFresh({ words, any, from }: Thread): boolean {
  return words === undefined && any.length === 0 && from === 0;
}

/** The threads after a mark: behind or within the word, or as a sign that a number is written with. */
function takeMark(thread: Thread, { inside, joins, byte }: Mark): Thread[] {
  const { node, any, mark } = thread;
  if (mark !== 'none') return [];
  const next: Thread[] = [];
  if (node ? node.endings.length > 0 || (inside && node.begun) : any.length > 0) {
    next.push({ ...thread, mark: joins ? 'joins' : 'ends' });
  }
  const sign = byte === undefined ? undefined : node?.next.get(byte);
  if (sign) next.push({ ...thread, node: sign });
  return next;
}

function mayGoOn({ mark }: Thread): boolean {
  return mark !== 'ends';
}
