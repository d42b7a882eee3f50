import { editDistances, wordSeparator } from '@locutor/text';

/** What was said so far: words that will not change any more, and words that may. */
export interface StableText {
  readonly text: string;
  /** Characters of the text that will not change. */
  readonly stable: number;
}

/** What was recognised of the first part of a piece of speech. */
export interface TextSoFar {
  readonly text: string;
  readonly language: string;
  /** How likely a word of it is right, 0 to 1. */
  readonly score: number;
  /** Seconds at which its audio ends. */
  readonly end: number;
  /** There is silence behind it: it will be the result, unless more is said. */
  readonly isWhole?: boolean;
}

/**
 * New audio that is worth one text, in seconds, and how many at most where the texts come more rarely: texts of nearly the
 * same audio agree in their mistakes too.
 */
const STEP = 0.3;
const MOST_STEPS = 4;
/**
 * A word is stable when the texts that agree up to it, with a word behind it, are sure enough of it together. Each counts with the
 * square of −ln(1 − its score), which gives sure texts more weight than if they were wrong independently: they repeat each other's
 * mistakes. 30 was chosen with the partial results of 160 clips: of the stable words of the speakers it was chosen with, 1.6 % have
 * another one in their place in the result, of others 0.4 %; with 24 it was 2.7 and 0.6 %. The plain sum of −ln(1 − score) finds 37
 * instead of 40 % of the words while somebody speaks, with as few changes. Word scores instead of the score of the text do no
 * better, nor does waiting until a word is a while ago.
 */
const ENOUGH = 30;
/** No text is surer, so that one is never enough. */
const LEAST_DOUBT = 0.01;
/**
 * A text with silence behind it, which would be the result, counts as so many, and its last word has been heard to its end. A
 * score of 0.83 makes it stable at once; the doubtful ones are often another text when the speaker goes on.
 */
const WHOLE = 10;

/**
 * Texts of speech that is still going on, each of a longer part of it. The more of them agree on a word, and the surer they
 * are, the less it changes. The last word may still be only half of one.
 */
export class StableWords {
  /** Stable before the first of these texts: they begin with them, whatever stands there. */
  readonly #held: readonly string[];
  #stable: readonly string[];
  #before: readonly string[] = [];
  /** For each word before: how sure the texts so far are that it stays. */
  #sure: readonly number[] = [];
  #end: number | undefined;

  constructor(held: readonly string[] = []) {
    this.#held = held;
    this.#stable = held;
  }

  /** For texts that are made in another way, of which more than the end may differ: what is stable stays. */
  anew(): StableWords {
    return new StableWords(this.#stable);
  }

  add({ text, language, score, end, isWhole = false }: TextSoFar): StableText {
    const separator = wordSeparator(language);
    const found = separator === '' ? [...text] : text.split(/\s+/).filter((word) => word !== '');
    const spoken = [...this.#held, ...found.slice(placeOf(this.#held, found))];
    const isAgreed = common(this.#stable, spoken) === this.#stable.length;
    if (isAgreed) this.#judge(spoken, Math.log(Math.max(LEAST_DOUBT, 1 - score)) ** 2, end, isWhole);
    // While stable words are doubted, no other ones are made.
    else this.#before = [];
    // Stable words stay, whatever a later text makes of them.
    const words = [
      ...this.#stable,
      ...spoken.slice(isAgreed ? this.#stable.length : placeOf(this.#stable, spoken)),
    ];
    return { text: words.join(separator), stable: this.#stable.join(separator).length };
  }

  #judge(spoken: readonly string[], sure: number, end: number, isWhole: boolean): void {
    const since = this.#end === undefined ? 1 : Math.min(MOST_STEPS, (end - this.#end) / STEP);
    const more = sure * (isWhole ? WHOLE : since);
    const agreed = common(this.#before, spoken);
    // The last word of a text that may go on has no next one.
    this.#sure = (isWhole ? spoken : spoken.slice(0, -1)).map((_, at) => {
      const before = at < agreed ? this.#sure[at] : undefined;
      return before === undefined ? (isWhole ? more : sure) : before + more;
    });
    this.#before = spoken;
    this.#end = end;
    const unsure = this.#sure.findIndex((each) => each < ENOUGH);
    const stable = unsure < 0 ? this.#sure.length : unsure;
    if (stable > this.#stable.length) this.#stable = spoken.slice(0, stable);
  }
}

/** How many words two texts have in common from the start. */
function common(a: readonly string[], b: readonly string[]): number {
  let count = 0;
  while (count < a.length && a[count] === b[count]) count += 1;
  return count;
}

/** How many words of a text stand for these, which it has in another form: as many as need the fewest changes. */
function placeOf(stable: readonly string[], spoken: readonly string[]): number {
  const row = editDistances(stable, spoken);
  const fewest = Math.min(...row);
  const places = row.flatMap((changes, place) => (changes === fewest ? [place] : []));
  const distance = (place: number) => Math.abs(place - stable.length);
  return places.toSorted((a, b) => distance(a) - distance(b))[0]!;
}
