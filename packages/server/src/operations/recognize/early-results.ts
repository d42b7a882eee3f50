import type { RecognizedSegment } from '@locutor/contract';
import type { Pass } from './passes.ts';
import { FINISHED } from './places.ts';
import type { Unnumbered } from './recognize.ts';
import type { RecognitionCall } from './request.ts';

type Give = (result: Unnumbered) => void;

/**
 * Hands on results while the recognition is under way, in order and each once. Where several passes have to agree on a
 * segment, or the voice of a speaker is judged by all segments together, they come at the end.
 */
export class EarlyResults {
  /** Whether any can come early. */
  readonly wanted: boolean;
  readonly #pass: Pass | undefined;
  readonly #give: Give | undefined;
  readonly #resultOf: (segment: RecognizedSegment, pass: Pass) => Promise<Unnumbered>;
  #given = 0;
  /** The results before; a grammar may take its time with one of them. */
  #before = Promise.resolve();

  constructor(
    { classifiers }: RecognitionCall,
    passes: readonly Pass[],
    give: Give | undefined,
    resultOf: (segment: RecognizedSegment, pass: Pass) => Promise<Unnumbered>,
  ) {
    this.#pass = passes[0];
    this.#give = give;
    this.#resultOf = resultOf;
    this.wanted = give !== undefined && passes.length === 1 && classifiers.size === 0;
  }

  readonly add = (segment: RecognizedSegment): void => {
    this.#before = this.#before.then(async () => this.#one(await this.#resultOf(segment, this.#pass!)));
    // An error ends the recognition when it is asked for all results.
    this.#before.catch(() => {});
  };

  /** Hands on what is still missing of all results. */
  async finish(results: readonly Unnumbered[]): Promise<void> {
    await this.#before;
    const finished = results.filter(({ result_status }) => FINISHED.has(result_status));
    for (const each of finished.slice(this.#given)) this.#one(each);
  }

  #one(result: Unnumbered): void {
    if (!FINISHED.has(result.result_status)) return;
    this.#given += 1;
    this.#give?.(result);
  }
}
