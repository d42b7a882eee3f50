import { isRound, isUnit, numberSigns } from './number-signs.ts';

/** A grammar word that is complete at a place of the tree. */
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
}

/** A place in the tree of the ways in which the words of a set are written. */
export interface WordNode {
  readonly next: Map<number, WordNode>;
  readonly endings: Ending[];
  /** False before the first letter. */
  readonly begun: boolean;
  /** A number as a node is what caches are kept under. */
  readonly id: number;
}

const encoder = new TextEncoder();
let nodes = 0;

/** Small sets are known by their words: a grammar makes them anew for every place, and they are often the same. */
const SMALL = 64;
const MOST_SMALL = 2000;
const small = new Map<string, WordNode>();
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
  const root = small.get(key) ?? build(words, language);
  if (small.size >= MOST_SMALL) small.clear();
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
  return root;
}

function insertWord(root: WordNode, word: string, language: string): void {
  insert(root, word, {
    word,
    inDigits: /\d$/.test(word),
    unit: isUnit(word),
    needsUnit: false,
    round: false,
  });
  for (const { digits, needsUnit = false } of numberSigns(word, language)) {
    insert(root, digits, { word, inDigits: true, unit: isUnit(digits), needsUnit, round: isRound(digits) });
  }
}

function insert(root: WordNode, text: string, ending: Ending): void {
  let at = root;
  for (const byte of encoder.encode(text)) {
    let next = at.next.get(byte);
    if (!next) {
      next = node(true);
      at.next.set(byte, next);
    }
    at = next;
  }
  at.endings.push(ending);
}

function node(begun: boolean): WordNode {
  return { next: new Map(), endings: [], begun, id: nodes++ };
}
