import type { FrameArithmetic, Frames } from '@locutor/kernels';

/** Rows at the beginning that stand for more rows like them. */
export interface Lead {
  readonly rows: number;
  /** How many times each of them counts. */
  readonly times: number;
}

/** Sums over rows, as norms take them. */
export class RowSums {
  readonly #arithmetic: FrameArithmetic;
  readonly #lead: Lead;

  constructor(arithmetic: FrameArithmetic, lead: Lead) {
    this.#arithmetic = arithmetic;
    this.#lead = lead;
  }

  /** As how many rows so many count. */
  count(rows: number): number {
    return rows + this.#lead.rows * (this.#lead.times - 1);
  }

  of(frames: Frames): Float64Array {
    return this.#weighed(frames.rows, (from, rows) => this.#arithmetic.sums(part(frames, from, rows)));
  }

  /** Those of the sums of two, which are written. */
  ofAdded(values: Frames, others: Frames, out: Frames): Float64Array {
    return this.#weighed(values.rows, (from, rows) => {
      const [first, second, to] = [values, others, out].map((frames) => part(frames, from, rows));
      return this.#arithmetic.add(first!, second!, to!);
    });
  }

  #weighed(all: number, over: (from: number, rows: number) => Float64Array): Float64Array {
    const { rows, times } = this.#lead;
    if (rows === 0) return over(0, all);
    const first = over(0, rows);
    const sums = over(rows, all - rows);
    for (let at = 0; at < sums.length; at++) sums[at]! += times * first[at]!;
    return sums;
  }
}

function part({ at, channels }: Frames, from: number, rows: number): Frames {
  return { at: at + 4 * from * channels, rows, channels };
}
