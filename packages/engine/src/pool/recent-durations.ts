const REMEMBERED = 32;
const LONGEST_ADVICE_SECONDS = 120;

/** How long the latest jobs ran, to tell a refused caller when to come back. */
export class RecentDurations {
  readonly #durations: number[] = [];

  add(ms: number): void {
    if (this.#durations.push(ms) > REMEMBERED) this.#durations.shift();
  }

  /** Whole seconds until `jobs` jobs should be done on `processes` processes; at least 1. */
  secondsFor(jobs: number, processes: number): number {
    const sum = this.#durations.reduce((total, ms) => total + ms, 0);
    const mean = sum / (this.#durations.length || 1);
    const seconds = Math.ceil((mean * jobs) / Math.max(1, processes) / 1000);
    return Math.min(LONGEST_ADVICE_SECONDS, Math.max(1, seconds));
  }
}
