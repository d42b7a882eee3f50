import type { MatchState, WordGrammar } from '@locutor/grammar';
import { numberSeparators, spokenNumber, spokenNumbers } from '@locutor/text';
import { advanceOnce } from './advance-once.ts';
import type { Ending, WordNode } from './word-trie.ts';

/** Smaller numbers are words, or two of them, and stand in the trees of words. */
const LEAST_DIGITS = 3;
const MOST_DIGITS = 9;
const GROUP = 3;
const FILLERS = ['0', '1', '9'];
const ZERO = 0x30;
const NINE = 0x39;
const SOME_NUMBERS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 20, 30, 50, 100, 101, 200, 300, 500, 1000];
const firstWords = new Map<string, ReadonlySet<string>>();

/**
 * The tree of numbers from 100 on that may follow a state, written in digits: 6937, or 6,937, where the grammar has
 * "six thousand nine hundred thirty seven". Undefined where the grammar or the language has none. It grows as it is
 * walked, and only where a number can still come of it that the grammar accepts: a beam that must break off later would
 * keep another from its place.
 */
export function numberTree(
  grammar: WordGrammar,
  state: MatchState,
  sets: readonly ReadonlySet<string>[],
  language: string,
): WordNode | undefined {
  const first = startsOfNumbers(language);
  if (!sets.some((set) => [...first].some((word) => set.has(word)))) return undefined;
  return new NumberNode({
    grammar,
    state,
    language,
    grouper: numberSeparators(language)?.group.charCodeAt(0),
  });
}

function startsOfNumbers(language: string): ReadonlySet<string> {
  let words = firstWords.get(language);
  if (!words) {
    words = new Set(SOME_NUMBERS.flatMap((value) => spokenNumber(value, language)?.[0] ?? []));
    firstWords.set(language, words);
  }
  return words;
}

interface Place {
  readonly grammar: WordGrammar;
  readonly state: MatchState;
  readonly language: string;
  /** The byte that groups thousands. */
  readonly grouper: number | undefined;
}

/** After some digits of a number; the first of them is no zero. */
class NumberNode implements WordNode {
  readonly next = { get: (byte: number) => this.#after(byte) };
  readonly spaced = undefined;
  readonly begun: boolean;
  readonly unspaced = false;
  readonly id: string;
  readonly #place: Place;
  readonly #digits: string;
  /** Digits since the last sign between groups; `#grouped` where there is one. */
  readonly #inGroup: number;
  readonly #grouped: boolean;
  readonly #children = new Map<number, NumberNode | undefined>();
  #endings: readonly Ending[] | undefined;

  constructor(place: Place, digits = '', inGroup = 0, grouped = false) {
    this.#place = place;
    this.#digits = digits;
    this.#inGroup = inGroup;
    this.#grouped = grouped;
    this.begun = digits !== '';
    // Marked, because places in trees of words have numbers too.
    this.id = `n${digits}${grouped ? `,${inGroup}` : ''}`;
  }

  get endings(): readonly Ending[] {
    this.#endings ??= this.#isWhole ? spoken(this.#place, this.#digits) : [];
    return this.#endings;
  }

  get #isWhole(): boolean {
    return this.#digits.length >= LEAST_DIGITS && (!this.#grouped || this.#inGroup === GROUP);
  }

  #after(byte: number): NumberNode | undefined {
    if (!this.#children.has(byte)) this.#children.set(byte, this.#make(byte));
    return this.#children.get(byte);
  }

  #make(byte: number): NumberNode | undefined {
    if (byte === this.#place.grouper) return this.#grouper();
    if (byte < ZERO || byte > NINE || (byte === ZERO && !this.begun)) return undefined;
    if (this.#grouped && this.#inGroup === GROUP) return undefined;
    const digits = this.#digits + String.fromCharCode(byte);
    if (!mayComeOf(this.#place, digits)) return undefined;
    return new NumberNode(this.#place, digits, this.#inGroup + 1, this.#grouped);
  }

  #grouper(): NumberNode | undefined {
    const { length } = this.#digits;
    const mayStand = this.#grouped ? this.#inGroup === GROUP : length > 0 && length <= GROUP;
    if (!mayStand || length + GROUP > MOST_DIGITS) return undefined;
    return new NumberNode(this.#place, this.#digits, 0, true);
  }
}

/** The whole number in words, where the grammar goes on with them. */
function spoken(place: Place, digits: string): Ending[] {
  return spokenNumbers(Number(digits), place.language)
    .filter((words) => goesOn(place, words))
    .map((words) => ({
      word: words.join(' '),
      inDigits: false,
      unit: false,
      needsUnit: false,
      round: false,
      unspaced: false,
    }));
}

/** Whether the grammar goes on with a number that begins with these digits, by some of them of each length. */
function mayComeOf(place: Place, digits: string): boolean {
  for (let length = Math.max(LEAST_DIGITS, digits.length); length <= MOST_DIGITS; length++) {
    for (const filler of length === digits.length ? [''] : FILLERS) {
      const words = spokenNumbers(Number(digits.padEnd(length, filler)), place.language);
      if (words.some((each) => goesOn(place, each))) return true;
    }
  }
  return false;
}

function goesOn({ grammar, state }: Place, words: readonly string[]): boolean {
  let after: MatchState | undefined = state;
  for (const word of words) after = after && advanceOnce(grammar, after, word);
  return after !== undefined;
}
