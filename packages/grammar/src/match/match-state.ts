import type { Chart } from './chart.ts';
import { END } from './chart-memory.ts';

/**
 * A place between two words of a sentence. Immutable: `after` makes new ones, and the way to a state is shared by
 * all that follow from it, so that a beam search pays for each word of each distinct prefix once.
 */
export class MatchState {
  /** Words so far. */
  readonly position: number;
  readonly chart: Chart;
  /** The first items of the column. */
  readonly from: number;
  readonly to: number;
  readonly #next = new Map<number, MatchState | undefined>();
  #accepted: number | undefined;

  private constructor(chart: Chart, from: number, to: number, position: number) {
    this.chart = chart;
    this.from = from;
    this.to = to;
    this.position = position;
  }

  /** How much the start of this state keeps: it grows with every new state that follows from it. */
  get kept(): number {
    return this.chart.items;
  }

  static start(chart: Chart): MatchState {
    return new MatchState(chart, 0, 0, 0);
  }

  after(word: number): MatchState | undefined {
    if (!this.#next.has(word)) {
      const from = this.chart.expand(this.from, this.to, this.position, word);
      const to = this.chart.items;
      this.#next.set(word, from === to ? undefined : new MatchState(this.chart, from, to, this.position + 1));
    }
    return this.#next.get(word);
  }

  /** The item that spans the whole sentence so far, or -1. */
  accepted(): number {
    this.#accepted ??= this.chart.expand(this.from, this.to, this.position, END);
    return this.#accepted;
  }
}
