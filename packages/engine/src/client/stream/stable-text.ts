import { wordSeparator } from '@locutor/text';

/** What was said so far: words that will not change any more, and words that may. */
export interface StableText {
  readonly text: string;
  /** Characters of the text that will not change. */
  readonly stable: number;
}

/**
 * Texts of speech that is still going on. A word is stable once two texts in a row agree on it and on the next one; the
 * last word may still be only half of one.
 */
export class StableWords {
  #stable: string[] = [];
  #before: string[] = [];

  add(text: string, language: string): StableText {
    const separator = wordSeparator(language);
    const spoken = separator === '' ? [...text] : text.split(/\s+/).filter((word) => word !== '');
    // Stable words stay, whatever a later text makes of them.
    const words = [...this.#stable, ...spoken.slice(this.#stable.length)];
    const agreed = common(this.#before, spoken) - 1;
    if (agreed > this.#stable.length) this.#stable = words.slice(0, agreed);
    this.#before = spoken;
    return { text: words.join(separator), stable: this.#stable.join(separator).length };
  }
}

/** How many words two texts have in common from the start. */
function common(a: readonly string[], b: readonly string[]): number {
  let count = 0;
  while (count < a.length && a[count] === b[count]) count += 1;
  return count;
}
