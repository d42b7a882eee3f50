/** Lets one caller at a time through, in the order they came. */
export class Turn {
  readonly #waiting: (() => void)[] = [];
  #taken = false;

  async take(): Promise<void> {
    if (this.#taken) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    this.#taken = true;
  }

  give(): void {
    const next = this.#waiting.shift();
    if (next === undefined) this.#taken = false;
    else next();
  }
}
