import { isUnit, numberSigns } from './number-signs.ts';

/** A grammar word that is complete at a place of the tree. */
export interface Ending {
  readonly word: string;
  /** Written in digits: the next may follow without a blank. */
  readonly inDigits: boolean;
  /** Set for digits that can be the unit behind a ten. */
  readonly unit: boolean;
  /** A ten whose unit must follow at once. */
  readonly needsUnit: boolean;
}

/** A place in the tree of the ways in which the words of a set are written. */
export interface WordNode {
  readonly next: Map<number, WordNode>;
  readonly endings: Ending[];
  /** A number as a node is what caches are kept under. */
  readonly id: number;
}

const encoder = new TextEncoder();
const tries = new Map<string, WeakMap<ReadonlySet<string>, WordNode>>();
let nodes = 0;

/** The tree of a set of words. Sets that come again, as those of a grammar's rules do, have theirs made once. */
export function wordTrie(words: ReadonlySet<string>, language: string): WordNode {
  const ofLanguage = tries.get(language) ?? new WeakMap<ReadonlySet<string>, WordNode>();
  tries.set(language, ofLanguage);
  let root = ofLanguage.get(words);
  if (!root) {
    root = node();
    // Where a grammar has "7" beside "seven", the 7 that a model writes is the word.
    const spoken = new Set(
      [...words].flatMap((word) => numberSigns(word, language).map(({ digits }) => digits)),
    );
    for (const word of words) if (!spoken.has(word)) insertWord(root, word, language);
    ofLanguage.set(words, root);
  }
  return root;
}

function insertWord(root: WordNode, word: string, language: string): void {
  insert(root, word, { word, inDigits: /\d$/.test(word), unit: isUnit(word), needsUnit: false });
  for (const { digits, needsUnit = false } of numberSigns(word, language)) {
    insert(root, digits, { word, inDigits: true, unit: isUnit(digits), needsUnit });
  }
}

function insert(root: WordNode, text: string, ending: Ending): void {
  let at = root;
  for (const byte of encoder.encode(text)) {
    let next = at.next.get(byte);
    if (!next) {
      next = node();
      at.next.set(byte, next);
    }
    at = next;
  }
  at.endings.push(ending);
}

function node(): WordNode {
  return { next: new Map(), endings: [], id: nodes++ };
}
