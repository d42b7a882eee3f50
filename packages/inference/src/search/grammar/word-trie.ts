import { isRound, isUnit, isUnspaced, numberSigns, soundAlikes } from '@locutor/text';
import { LRUCache } from 'lru-cache';
import { addUnfolded } from '../unfolded.ts';

/** What is complete at a place of the tree: a word of the grammar, or several that one number is. */
export interface Ending {
  readonly word: string;
  /** Written in digits: the next may follow without a blank. */
  readonly inDigits: boolean;
  /** Set for digits that can be the unit behind a ten. */
  readonly unit: boolean;
  /** A ten whose unit must follow at once. */
  readonly needsUnit: boolean;
  /** A ten in digits, without a unit: 205 is no twenty five. */
  readonly round: boolean;
  /** Of a script without spaces: any word may follow at once. */
  readonly unspaced: boolean;
}

/** A place in the tree of the ways in which the words of a set are written. */
export interface WordNode {
  readonly next: { get(byte: number): WordNode | undefined };
  /** Where the word goes on behind a blank: "double you" for "w". */
  readonly spaced: WordNode | undefined;
  readonly endings: readonly Ending[];
  /** False before the first letter. */
  readonly begun: boolean;
  /** A word below is of a script without spaces: it may follow any word at once. */
  readonly unspaced: boolean;
  /** What caches know the place by. */
  readonly id: number | string;
}

interface GrowingNode extends WordNode {
  readonly next: Map<number, GrowingNode>;
  spaced: GrowingNode | undefined;
  readonly endings: Ending[];
  unspaced: boolean;
}

const encoder = new TextEncoder();
let nodes = 0;

/** Small sets are known by their words: a grammar makes them anew for every place, and they are often the same. */
const SMALL = 64;
const MOST_SMALL = 2000;
const small = new LRUCache<string, WordNode>({ max: MOST_SMALL });
const large = new Map<string, WeakMap<ReadonlySet<string>, WordNode>>();

/** The tree of a set of words. */
export function wordTrie(words: ReadonlySet<string>, language: string): WordNode {
  if (words.size > SMALL) {
    const ofLanguage = large.get(language) ?? new WeakMap<ReadonlySet<string>, WordNode>();
    large.set(language, ofLanguage);
    const root = ofLanguage.get(words) ?? build(words, language);
    ofLanguage.set(words, root);
    return root;
  }
  const key = `${language} ${[...words].join(' ')}`;
  const known = small.get(key);
  if (known) return known;
  const root = build(words, language);
  small.set(key, root);
  return root;
}

function build(words: ReadonlySet<string>, language: string): WordNode {
  const root = node(false);
  // Where a grammar has "7" beside "seven", the 7 that a model writes is the word.
  const spoken = new Set(
    [...words].flatMap((word) => numberSigns(word, language).map(({ digits }) => digits)),
  );
  for (const word of words) if (!spoken.has(word)) insertWord(root, word, language);
  for (const word of words) {
    for (const alike of soundAlikes(word, language)) if (!words.has(alike)) insertAlike(root, alike, word);
  }
  return root;
}

function insertWord(root: GrowingNode, word: string, language: string): void {
  insert(root, word, {
    word,
    inDigits: /\d$/.test(word),
    unit: isUnit(word),
    needsUnit: false,
    round: false,
    unspaced: isUnspaced(word),
  });
  for (const { digits, needsUnit = false } of numberSigns(word, language)) {
    insert(root, digits, {
      word,
      inDigits: true,
      // A ten is no unit: 241 is not "twenty forty one".
      unit: !needsUnit && isUnit(digits),
      needsUnit,
      round: isRound(digits),
      unspaced: false,
    });
  }
}

function insertAlike(root: GrowingNode, text: string, word: string): void {
  insert(root, text, {
    word,
    inDigits: false,
    unit: false,
    needsUnit: false,
    round: false,
    unspaced: false,
  });
}

function insert(root: GrowingNode, text: string, ending: Ending): void {
  const characters = [...text];
  const places = [root];
  root.unspaced ||= ending.unspaced;
  for (const character of characters) {
    let at = places.at(-1)!;
    if (character === ' ') {
      at.spaced ??= node(true);
      places.push(at.spaced);
      continue;
    }
    for (const byte of encoder.encode(character)) {
      let next = at.next.get(byte);
      if (!next) {
        next = node(true);
        at.next.set(byte, next);
      }
      next.unspaced ||= ending.unspaced;
      at = next;
    }
    places.push(at);
  }
  places.at(-1)!.endings.push(ending);
  addUnfolded(characters, places, (_, after) => ({ ...node(true), unspaced: after.unspaced }));
}

function node(begun: boolean): GrowingNode {
  return { next: new Map(), spaced: undefined, endings: [], begun, unspaced: false, id: nodes++ };
}
