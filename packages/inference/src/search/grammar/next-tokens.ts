import { isDigit, mayFollowAtOnce, type TokenNode } from '../token-trie.ts';
import { afterByte } from './after-byte.ts';
import { endWord, type Thread } from './threads.ts';
import type { WordNode } from './word-trie.ts';

const known = new WeakMap<TokenNode, WeakMap<WordNode, readonly number[]>>();

/** Adds the tokens that threads can go on with, by a tree of tokens. Threads with the same key go on in the same way. */
export function addNextTokens(
  tokens: Map<number, number>,
  threads: readonly Thread[],
  tree: TokenNode,
  at: number,
  keyOf: (thread: Thread) => string,
): void {
  const atStart: Thread[] = [];
  for (const thread of threads) {
    const { node, mark } = thread;
    if (!node) continue;
    if (mark === 'none') atStart.push(thread, ...endWord(thread, at, 'script'));
    else {
      atStart.push(...endWord(thread, at, 'blank'));
      addWithinMarked(tokens, node, tree);
    }
  }
  const inWord = atStart.filter(({ node }) => node);
  for (const { node } of inWord) for (const token of tokensWithin(node!, tree)) tokens.set(token, 0);
  addCrossing(tokens, inWord, [], tree, at, keyOf);
}

/** The word goes on behind a mark within it, but not with digits: 2.5 is not 25. */
function addWithinMarked(tokens: Map<number, number>, word: WordNode, tree: TokenNode): void {
  for (const [byte, child] of tree.next) {
    const next = isDigit(byte) ? undefined : word.next.get(byte);
    if (next) for (const token of tokensWithin(next, child)) tokens.set(token, 0);
  }
}

/**
 * The tokens that are a part of a word, or end it. Nearly all are: kept by the place in the word, they need not be
 * looked for again at every state of the grammar that the same words follow.
 */
function tokensWithin(word: WordNode, tree: TokenNode): readonly number[] {
  const ofTree = known.get(tree) ?? new WeakMap<WordNode, readonly number[]>();
  known.set(tree, ofTree);
  let found = ofTree.get(word);
  if (!found) {
    const all: number[] = [];
    addWithin(all, word, tree);
    ofTree.set(word, all);
    found = all;
  }
  return found;
}

function addWithin(found: number[], word: WordNode, tree: TokenNode): void {
  found.push(...tree.tokens);
  for (const [byte, child] of tree.next) {
    const next = word.next.get(byte);
    if (next) addWithin(found, next, child);
  }
}

/** Adds those within which a word ends and another begins. */
function addCrossing(
  tokens: Map<number, number>,
  inWord: readonly Thread[],
  crossed: readonly Thread[],
  tree: TokenNode,
  at: number,
  keyOf: (thread: Thread) => string,
): void {
  if (crossed.length > 0) for (const token of tree.tokens) tokens.set(token, 0);
  for (const [byte, child] of tree.next) {
    const able = child.crosses || mayFollowAtOnce(byte) ? inWord : [];
    const still: Thread[] = [];
    const next = crossed.flatMap((thread) => afterByte(thread, byte, at));
    for (const thread of able) {
      for (const each of afterByte(thread, byte, at)) (each.words === thread.words ? still : next).push(each);
    }
    if (still.length === 0 && next.length === 0) continue;
    // 193 is read as one number, as two and as three: what may follow is worked out once for readings that go on alike.
    const distinct = next.length < 2 ? next : [...new Map(next.map((each) => [keyOf(each), each])).values()];
    addCrossing(tokens, still, distinct, child, at, keyOf);
  }
}
