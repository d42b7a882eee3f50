/** Lets one caller at a time through, in the order they came. */
export class Turn {
  readonly #waiting: (() => void)[] = [];
  #busy = false;

  async take(): Promise<void> {
    if (this.#busy) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    this.#busy = true;
  }

  give(): void {
    const next = this.#waiting.shift();
    if (next === undefined) this.#busy = false;
    else next();
  }
}
