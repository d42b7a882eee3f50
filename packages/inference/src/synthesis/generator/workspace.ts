import { FrameArithmetic, type Frames } from '@locutor/kernels';

/** Rows of the second stage for each frame of a phrase, and one row more. The first stage has a sixth, of twice the channels. */
const ROWS_PER_FRAME = 120;
/** Rows whose windows are multiplied at once: their windows and products stay in the processor's cache. */
export const ROWS_AT_ONCE = 512;

/** What has to fit: the numbers of channels of both stages, and the most taps of a convolution and rows beside its frames. */
export interface WorkspaceNeeds {
  readonly frames: number;
  readonly channels: readonly number[];
  readonly taps: number;
  readonly padding: number;
}

/**
 * The memory in which the layers of the generator work, allocated once: the system takes as long to clear large blocks that come and go
 * as the layers do to fill them.
 */
export class Workspace {
  readonly arithmetic: FrameArithmetic;
  readonly #areas: Readonly<Record<Area, number>>;
  readonly #most: number;

  constructor({ frames, channels, taps, padding }: WorkspaceNeeds) {
    const [most, least] = [Math.max(...channels), Math.min(...channels)];
    const values = 4 * (ROWS_PER_FRAME * frames + 1) * least;
    const padded = values + 2 * 4 * padding * most;
    this.#most = values;
    const sizes = {
      tone: values,
      raised: values,
      sum: values,
      layer: values,
      activated: padded,
      bytes: padded / 4,
      windows: 4 * ROWS_AT_ONCE * taps * most,
    };
    const total = Object.values(sizes).reduce((sum, size) => sum + aligned(size), 0);
    this.arithmetic = new FrameArithmetic(total, channels);
    let at = aligned(this.arithmetic.start);
    const areas = Object.entries(sizes).map(([area, size]) => {
      at += aligned(size);
      return [area, at - aligned(size)];
    });
    this.#areas = Object.fromEntries(areas) as Record<Area, number>;
  }

  frames(area: Exclude<Area, 'activated' | 'bytes' | 'windows'>, rows: number, channels: number): Frames {
    if (4 * rows * channels > this.#most)
      throw new RangeError(`${rows} rows of ${channels} channels do not fit`);
    return { at: this.#areas[area], rows, channels };
  }

  /** Address of a part that holds something other than frames. */
  address(area: 'activated' | 'bytes' | 'windows'): number {
    return this.#areas[area];
  }
}

type Area = 'tone' | 'raised' | 'sum' | 'layer' | 'activated' | 'bytes' | 'windows';

function aligned(bytes: number): number {
  return 64 * Math.ceil(bytes / 64);
}
