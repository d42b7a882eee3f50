import { FrameArithmetic, type Frames } from '@locutor/audio';

/** Rows of the second stage for each frame of a phrase, but for one row more. The first stage has a sixth, of twice the channels. */
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

/** The memory in which the layers of the generator work, allocated once: for large blocks that come and go the system takes as long as the layers do. */
export class Workspace {
  readonly arithmetic: FrameArithmetic;
  readonly #areas: Readonly<Record<Area, number>>;

  constructor({ frames, channels, taps, padding }: WorkspaceNeeds) {
    const [most, least] = [Math.max(...channels), Math.min(...channels)];
    const values = 4 * (ROWS_PER_FRAME * frames + 1) * least;
    const padded = values + 2 * 4 * padding * most;
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
    return { at: this.#areas[area], rows, channels };
  }

  /** Address of a part that holds something else than frames. */
  address(area: 'activated' | 'bytes' | 'windows'): number {
    return this.#areas[area];
  }
}

type Area = 'tone' | 'raised' | 'sum' | 'layer' | 'activated' | 'bytes' | 'windows';

function aligned(bytes: number): number {
  return 64 * Math.ceil(bytes / 64);
}
