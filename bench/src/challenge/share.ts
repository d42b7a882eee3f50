const Z = 1.96;

/** How many of how many, with the interval that holds the true share in 95 of 100 cases (Wilson). */
export class Share {
  #all = 0;
  #some = 0;

  add(one: boolean): void {
    this.#all += 1;
    if (one) this.#some += 1;
  }

  toString(): string {
    if (this.#all === 0) return '–';
    const share = this.#some / this.#all;
    const spread = Z * Math.sqrt((share * (1 - share)) / this.#all + Z ** 2 / (4 * this.#all ** 2));
    const middle = share + Z ** 2 / (2 * this.#all);
    const bound = (value: number) => (Math.max(0, 100 * value) / (1 + Z ** 2 / this.#all)).toFixed(1);
    const interval = `${bound(middle - spread)}–${bound(middle + spread)}`;
    return `${(100 * share).toFixed(1)} % (${interval}) of ${this.#all}`;
  }
}
