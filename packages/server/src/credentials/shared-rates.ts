import type { Rate } from '../common/rate.ts';
import { RateLimiter, type Rates } from '../http/rate-limit.ts';

/** A database that takes longer is not waited for. */
const PATIENCE_MS = 1_000;

/**
 * Rates that several servers share. Where those cannot be asked, this server counts alone, so that a database that is
 * away neither opens the door nor shuts it.
 */
export class SharedOrOwnRates implements Rates {
  readonly #shared: Rates;
  readonly #own = new RateLimiter();
  readonly #patienceMs: number;

  constructor(shared: Rates, patienceMs = PATIENCE_MS) {
    this.#shared = shared;
    this.#patienceMs = patienceMs;
  }

  async waitMs(caller: string, rate: Rate): Promise<number> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<undefined>((resolve) => {
      timer = setTimeout(() => resolve(undefined), this.#patienceMs);
    });
    try {
      const shared = await Promise.race([this.#shared.waitMs(caller, rate), late]).catch(() => undefined);
      return shared ?? this.#own.waitMs(caller, rate);
    } finally {
      clearTimeout(timer);
    }
  }
}
