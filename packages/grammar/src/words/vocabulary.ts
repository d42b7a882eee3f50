import type { GrammarMode } from '../model.ts';
import { type Apostrophes, apostrophesIn } from './apostrophes.ts';
import { fold } from './fold.ts';
import { keyWords } from './keys.ts';
import type { WordOptions } from './options.ts';
import { segment, withoutApostrophes } from './segment.ts';
import { tokenWords } from './token-words.ts';

/** A word the grammar does not have: only GARBAGE takes it. */
export const UNKNOWN_WORD = -2;

/** The words of one compiled grammar as small integers, and the one way texts become such words. */
export class Vocabulary {
  readonly words: string[] = [];
  readonly #ids = new Map<string, number>();
  readonly #tokens = new Map<string, readonly (readonly number[])[]>();
  #apostrophes: Apostrophes | undefined;
  readonly mode: GrammarMode;
  readonly options: WordOptions;

  constructor(mode: GrammarMode, options: WordOptions) {
    this.mode = mode;
    this.options = options;
  }

  /** One with these words, numbered in their order. */
  static of(
    mode: GrammarMode,
    options: WordOptions,
    { words, apostrophes }: { words: readonly string[]; apostrophes: Apostrophes },
  ): Vocabulary {
    const vocabulary = new Vocabulary(mode, options);
    for (const word of words) vocabulary.#enter(word);
    vocabulary.#apostrophes = apostrophes;
    return vocabulary;
  }

  /** Of a grammar whose tokens have all been entered. */
  get apostrophes(): Apostrophes {
    this.#apostrophes ??= apostrophesIn(this.#tokens.keys(), this.options);
    return this.#apostrophes;
  }

  /** The spellings of a grammar token, its words entered into the vocabulary. */
  enterToken(token: string): readonly (readonly number[])[] {
    // A list of names has a few hundred words tens of thousands of times.
    let ids = this.#tokens.get(token);
    if (!ids) {
      const spellings = this.mode === 'dtmf' ? [keyWords(token)] : tokenWords(token, this.options);
      ids = spellings.map((words) => words.map((word) => this.#enter(word)));
      this.#tokens.set(token, ids);
    }
    return ids;
  }

  /** A text as word ids; those the grammar lacks are `UNKNOWN_WORD`. */
  read(text: string): number[] {
    const words =
      this.mode === 'dtmf' ? keyWords(text) : segment(text, this.options, (word) => this.#ids.has(word));
    return words.map((word) => this.#ids.get(word) ?? UNKNOWN_WORD);
  }

  /**
   * A word of a text as the grammar writes it: `it's` of "its" where that is what the grammar has, `savings` of "saving's".
   */
  written(text: string): string {
    const folded = fold(text, this.options);
    const word = withoutApostrophes(folded);
    if (this.options.punctuation === 'exact' || !this.#ids.has(word)) return folded;
    const forms = this.apostrophes.get(word) ?? new Set([word]);
    return forms.has(folded) ? folded : [...forms][0]!;
  }

  #enter(word: string): number {
    let id = this.#ids.get(word);
    if (id === undefined) {
      id = this.words.length;
      this.words.push(word);
      this.#ids.set(word, id);
    }
    return id;
  }
}
