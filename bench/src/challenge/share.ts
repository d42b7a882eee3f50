import { shareInterval } from '../statistics.ts';
import { percent } from '../table.ts';

/** How many of how many, with the interval that holds the true share in 95 of 100 cases. */
export class Share {
  #all = 0;
  #some = 0;

  add(one: boolean): void {
    this.#all += 1;
    if (one) this.#some += 1;
  }

  toString(): string {
    if (this.#all === 0) return '–';
    const bounds = shareInterval(this.#some, this.#all).map((bound) => (100 * Math.max(0, bound)).toFixed(1));
    return `${percent(this.#some / this.#all)} (${bounds.join('–')}) of ${this.#all}`;
  }
}
