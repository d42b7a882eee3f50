import type { GrammarMode } from '../model.ts';
import { apostropheForms, byWord } from './apostrophes.ts';
import { fold } from './fold.ts';
import { keyWords } from './keys.ts';
import type { WordOptions } from './options.ts';
import { segment, straightApostrophes, withoutApostrophes } from './segment.ts';
import { tokenWords } from './token-words.ts';

/** A word the grammar does not have: only GARBAGE takes it. */
export const UNKNOWN_WORD = -2;

/** The words of one compiled grammar as small integers, and the one way texts become such words. */
export class Vocabulary {
  readonly words: string[] = [];
  readonly #ids = new Map<string, number>();
  readonly #tokens = new Map<string, readonly (readonly number[])[]>();
  #apostropheForms: readonly string[] | undefined;
  #formsByWord: ReadonlyMap<string, ReadonlySet<string>> | undefined;
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
    { words, apostropheForms }: { words: readonly string[]; apostropheForms: readonly string[] },
  ): Vocabulary {
    const vocabulary = new Vocabulary(mode, options);
    for (const word of words) vocabulary.#enter(word);
    vocabulary.#apostropheForms = apostropheForms;
    return vocabulary;
  }

  /** All ways to write the words that the grammar has with an apostrophe. Asked for once all tokens have been entered. */
  get apostropheForms(): readonly string[] {
    this.#apostropheForms ??= apostropheForms(this.#tokens.keys(), this.options).filter((form) =>
      this.#isReadAsItsWord(form),
    );
    return this.#apostropheForms;
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
    return this.cut(text).map((word) => this.#ids.get(word) ?? UNKNOWN_WORD);
  }

  /** The words of a text, in the form in which they are compared. */
  cut(text: string): string[] {
    return this.mode === 'dtmf' ? keyWords(text) : segment(text, this.options, (word) => this.#ids.has(word));
  }

  /** A word of a text as the grammar writes it: "it's" for "its" where that is what it has, "savings" for "saving's". */
  written(text: string): string {
    const folded = fold(text, this.options);
    const word = withoutApostrophes(folded);
    if (this.options.punctuation === 'exact' || !this.#ids.has(word)) return folded;
    // Of '90s the mark is a part of the word.
    if (folded !== word && this.#ids.has(folded)) return folded;
    const forms = this.forms(word);
    const said = straightApostrophes(folded);
    return forms.has(said) ? said : forms.values().next().value!;
  }

  /** All ways in which the grammar writes one of its words. */
  forms(word: string): ReadonlySet<string> {
    this.#formsByWord ??= byWord(this.apostropheForms);
    return this.#formsByWord.get(word) ?? new Set([word]);
  }

  /** Whether a form is read as its word. Marks at the ends count for nothing: the end of the token "a-'.a" is read as "a". */
  #isReadAsItsWord(form: string): boolean {
    const [id, ...others] = this.read(form);
    return id !== undefined && others.length === 0 && this.words[id] === withoutApostrophes(form);
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
