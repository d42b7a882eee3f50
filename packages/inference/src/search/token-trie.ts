import { fold } from '@locutor/grammar';
import type { Vocabulary } from '../speech/vocabulary.ts';

/** A place in the tree of token texts. */
export interface TokenNode {
  readonly next: ReadonlyMap<number, TokenNode>;
  /** Tokens whose text ends here. */
  readonly tokens: readonly number[];
  /** A word can end and the next begin within a token below: it has digits, or a script without spaces. */
  readonly crosses: boolean;
}

/**
 * All tokens of a model by their texts, as grammars compare words: case is folded, so that ß is ss, and apostrophes are
 * left out. Tokens that are a part of a character stay as they are: see `addUnfolded`.
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
const [CAPITAL_A, CAPITAL_Z, SMALL_A, SMALL_Z] = [0x41, 0x5a, 0x61, 0x7a];
const CAPITAL_TO_SMALL = SMALL_A - CAPITAL_A;
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
  const marks = new Map<number, Mark>();
  const texts: (TokenText | undefined)[] = new Array(vocabulary.size);
  const [first, inner]: [number[], number[]] = [[], []];
  for (let token = 0; token < vocabulary.size; token++) {
    const mark = markOf(vocabulary, token);
    if (mark) marks.set(token, mark);
    const text = tokenText(vocabulary, token);
    if (!text) continue;
    texts[token] = text;
    (text.begins ? first : inner).push(token);
  }
  const bytesOf = (token: number) => texts[token]!.bytes;
  return {
    first: new Branch(bytesOf, first, 0),
    inner: new Branch(bytesOf, inner, 0),
    marks,
    text: (token) => texts[token],
  };
}

/** Grows as it is walked: of 32,000 tokens a search meets few, and all of their places take 20 MB and 100 ms. */
class Branch implements TokenNode {
  readonly tokens: readonly number[];
  readonly crosses: boolean;
  readonly #bytesOf: (token: number) => Uint8Array;
  readonly #below: readonly number[];
  readonly #depth: number;
  #next: Map<number, Branch> | undefined;

  constructor(bytesOf: (token: number) => Uint8Array, all: readonly number[], depth: number) {
    this.#bytesOf = bytesOf;
    this.#depth = depth;
    this.tokens = all.filter((token) => bytesOf(token).length === depth);
    this.#below = this.tokens.length === 0 ? all : all.filter((token) => bytesOf(token).length > depth);
    this.crosses = this.#below.some((token) => bytesOf(token).findLastIndex(mayFollowAtOnce) >= depth);
  }

  get next(): ReadonlyMap<number, Branch> {
    this.#next ??= this.#grow();
    return this.#next;
  }

  #grow(): Map<number, Branch> {
    const byByte = new Map<number, number[]>();
    for (const token of this.#below) {
      const byte = this.#bytesOf(token)[this.#depth]!;
      const same = byByte.get(byte);
      if (same) same.push(token);
      else byByte.set(byte, [token]);
    }
    return new Map([...byByte].map(([byte, all]) => [byte, new Branch(this.#bytesOf, all, this.#depth + 1)]));
  }
}

/** What the tree has of a token, without the tree; undefined for what is no text. */
export function tokenText(vocabulary: Vocabulary, token: number): TokenText | undefined {
  const bytes = vocabulary.bytes(token);
  if (bytes.length === 0 || token === vocabulary.endToken) return undefined;
  if (bytes.every(isPlain)) {
    const begins = bytes[0] === BLANK;
    return { begins, bytes: (begins ? bytes.subarray(1) : bytes).map(small) };
  }
  const text = textOf(bytes);
  if (text !== undefined && MARKS.test(text)) return undefined;
  const begins = bytes[0] === BLANK;
  const folded = text === undefined ? bytes : encoder.encode(fold(text, {}).replace(APOSTROPHES, ''));
  return { begins, bytes: begins ? folded.subarray(1) : folded };
}

function markOf(vocabulary: Vocabulary, token: number): Mark | undefined {
  if (token === vocabulary.endToken) return undefined;
  const bytes = vocabulary.bytes(token);
  if (bytes.every(isPlain)) return undefined;
  const text = textOf(bytes);
  if (text === undefined || !MARKS.test(text)) return undefined;
  return {
    joins: JOINERS.test(text),
    inside: INSIDE.test(text),
    byte: GROUPERS.test(text) ? bytes[0] : undefined,
  };
}

/** Whether a byte can begin a word behind another without a blank. All scripts without spaces are beyond U+0800. */
export function mayFollowAtOnce(byte: number): boolean {
  return isDigit(byte) || byte >= FIRST_OF_THREE;
}

export function isDigit(byte: number): boolean {
  return byte >= ZERO && byte <= NINE;
}

/** A letter, a digit or a blank: nearly all tokens have nothing else, and need not be decoded. */
function isPlain(byte: number): boolean {
  return byte === BLANK || isDigit(byte) || (small(byte) >= SMALL_A && small(byte) <= SMALL_Z);
}

function small(byte: number): number {
  return byte >= CAPITAL_A && byte <= CAPITAL_Z ? byte + CAPITAL_TO_SMALL : byte;
}

/** Undefined for a part of a character. */
function textOf(bytes: Uint8Array): string | undefined {
  try {
    return strict.decode(bytes);
  } catch {
    return undefined;
  }
}
