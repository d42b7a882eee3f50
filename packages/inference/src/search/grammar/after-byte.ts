import { isDigit, mayFollowAtOnce } from '../token-trie.ts';
import { endWord, type Thread } from './threads.ts';

/** The threads after one more byte of a token: within the word, or in the next one, where that needs no blank. */
export function afterByte(thread: Thread, byte: number, at: number): Thread[] {
  const { node, mark } = thread;
  if (!node) {
    const ended = isContinuation(byte) ? [] : afterCharacter(thread, byte, at);
    return ended.length > 0 ? ended : [{ ...thread, any: [...thread.any, byte], mark: 'none' }];
  }
  const next: Thread[] = [];
  const inside = node.next.get(byte);
  // 2.0 is not 20, and 2.5 is not 25.
  if (inside && (mark === 'none' || !isDigit(byte))) next.push({ ...thread, node: inside, mark: 'none' });
  if (mark === 'joins') return [...next, ...enter(endWord(thread, at, 'blank'), byte)];
  next.push(...afterCharacter(thread, byte, at));
  if (isDigit(byte)) return [...next, ...enter(endWord(thread, at, 'digits'), byte)];
  if (!mayFollowAtOnce(byte)) return next;
  // A word of a script without spaces may also follow one of another script, or a number.
  const others = enter(endWord(thread, at, 'before-script'), byte);
  return [...next, ...others.filter((begun) => begun.node!.unspaced)];
}

/** The threads that begin the next word behind a character of a script without spaces. */
function afterCharacter(thread: Thread, byte: number, at: number): Thread[] {
  const begun = endWord(thread, at, 'script');
  const any = begun.filter(({ node }) => !node).map((each) => ({ ...each, any: [byte] }));
  return [...enter(begun, byte), ...any];
}

/** Threads before a word of the grammar, after its first byte. */
function enter(threads: readonly Thread[], byte: number): Thread[] {
  return threads.flatMap((begun) => {
    const node = begun.node?.next.get(byte);
    return node ? [{ ...begun, node }] : [];
  });
}

/** Whether a byte goes on with a character. */
function isContinuation(byte: number): boolean {
  return byte >= 0x80 && byte < 0xc0;
}
