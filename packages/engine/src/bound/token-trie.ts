import type { Vocabulary } from '../speech/vocabulary.ts';

/** A place in the tree of token texts. */
export interface TokenNode {
  readonly next: Map<number, TokenNode>;
  /** Tokens whose text ends here. */
  readonly tokens: number[];
  /** A word can end and the next begin within a token below: it has digits, or a script without blanks. */
  readonly crosses: boolean;
}

interface GrowingNode extends TokenNode {
  readonly next: Map<number, GrowingNode>;
  crosses: boolean;
}

/**
 * All tokens of a model by their texts, as grammars compare words: capitals are small letters, apostrophes are
 * left out.
 */
export interface TokenTrie {
  /** Tokens that begin a word: the blank before it is left out. */
  readonly first: TokenNode;
  /** Tokens that go on with a word. */
  readonly inner: TokenNode;
  /** Tokens that are marks and no letters, such as a comma or an apostrophe. */
  readonly marks: ReadonlyMap<number, Mark>;
  /** The text of a token as it stands in the tree; undefined for what is no text. */
  text(token: number): TokenText | undefined;
}

export interface Mark {
  /** The word or the next one may go on behind it, without a blank. */
  readonly joins: boolean;
  /** It may stand within a word: don't, a.m., e-mail. */
  readonly inside: boolean;
  /** Of one that numbers are grouped with: 6,937 and 6.937. */
  readonly byte: number | undefined;
}

export interface TokenText {
  readonly begins: boolean;
  readonly bytes: Uint8Array;
}

const BLANK = 0x20;
const ZERO = 0x30;
const NINE = 0x39;
const FIRST_OF_THREE = 0xe0;
const MARKS = /^[,.;:?!…'’"“”、。，．！？：；「」『』・（）《》〈〉-]+$/u;
const JOINERS = /^[-,.:'’、。，．！？：；「」『』・（）《》〈〉]$/u;
const INSIDE = /^[-.'’]$/u;
const GROUPERS = /^[,.]$/;
const APOSTROPHES = /['’]/gu;
const strict = new TextDecoder('utf-8', { fatal: true });
const encoder = new TextEncoder();
const known = new WeakMap<Vocabulary, TokenTrie>();

export function tokenTrie(vocabulary: Vocabulary): TokenTrie {
  let trie = known.get(vocabulary);
  if (!trie) {
    trie = build(vocabulary);
    known.set(vocabulary, trie);
  }
  return trie;
}

function build(vocabulary: Vocabulary): TokenTrie {
  const first = node();
  const inner = node();
  const marks = new Map<number, Mark>();
  const texts: (TokenText | undefined)[] = [];
  for (let token = 0; token < vocabulary.size; token++) {
    const mark = markOf(vocabulary, token);
    if (mark) marks.set(token, mark);
    const text = tokenText(vocabulary, token);
    if (!text) continue;
    texts[token] = text;
    insert(text.begins ? first : inner, text.bytes, token);
  }
  return { first, inner, marks, text: (token) => texts[token] };
}

/** What the tree has of a token, without the tree, which takes some 20 MB; undefined for what is no text. */
export function tokenText(vocabulary: Vocabulary, token: number): TokenText | undefined {
  const bytes = vocabulary.bytes(token);
  if (bytes.length === 0 || token === vocabulary.endToken) return undefined;
  const text = textOf(bytes);
  if (text !== undefined && MARKS.test(text)) return undefined;
  const begins = bytes[0] === BLANK;
  const folded = text === undefined ? bytes : encoder.encode(text.toLowerCase().replace(APOSTROPHES, ''));
  return { begins, bytes: begins ? folded.subarray(1) : folded };
}

function markOf(vocabulary: Vocabulary, token: number): Mark | undefined {
  if (token === vocabulary.endToken) return undefined;
  const bytes = vocabulary.bytes(token);
  const text = textOf(bytes);
  if (text === undefined || !MARKS.test(text)) return undefined;
  return {
    joins: JOINERS.test(text),
    inside: INSIDE.test(text),
    byte: GROUPERS.test(text) ? bytes[0] : undefined,
  };
}

/** Whether a byte can begin a word behind another without a blank. All scripts without blanks are beyond U+0800. */
export function mayFollowAtOnce(byte: number): boolean {
  return isDigit(byte) || byte >= FIRST_OF_THREE;
}

export function isDigit(byte: number): boolean {
  return byte >= ZERO && byte <= NINE;
}

/** Undefined for a part of a character. */
function textOf(bytes: Uint8Array): string | undefined {
  try {
    return strict.decode(bytes);
  } catch {
    return undefined;
  }
}

function node(): GrowingNode {
  return { next: new Map(), tokens: [], crosses: false };
}

function insert(root: GrowingNode, bytes: Uint8Array, token: number): void {
  const last = bytes.findLastIndex(mayFollowAtOnce);
  let at = root;
  for (const [index, byte] of bytes.entries()) {
    at.crosses ||= index <= last;
    let next = at.next.get(byte);
    if (!next) {
      next = node();
      at.next.set(byte, next);
    }
    at = next;
  }
  at.tokens.push(token);
}
