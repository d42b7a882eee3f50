import type { SpeechLayer } from '@locutor/graphs';
import type { ActivationFactors, Frames } from '@locutor/kernels';
import { InferenceSession, Tensor } from 'onnxruntime-node';
import { sessionOptions } from '../../runtime/session-options.ts';
import { ROWS_AT_ONCE, type Workspace } from './workspace.ts';

/** What a convolution sees: rows of bytes or floats, with as many rows before and behind as it looks at. */
interface Seen {
  readonly at: number;
  readonly rowBytes: number;
  readonly feeds: Readonly<Record<string, Tensor>>;
}

/** A convolution over frames, with the activation before it. */
export class Layer {
  /** Where its channels begin among those of all norms. */
  readonly offset: number;
  readonly epsilon: number;
  readonly inverses: Float32Array;
  readonly #session: InferenceSession;
  readonly #taps: number;
  readonly #dilation: number;
  readonly #isFloat: boolean;

  private constructor(layer: SpeechLayer, offset: number, session: InferenceSession) {
    this.offset = offset;
    this.epsilon = layer.epsilon;
    this.inverses = Float32Array.from(layer.inverses);
    this.#session = session;
    this.#taps = layer.taps;
    this.#dilation = layer.dilation;
    this.#isFloat = layer.signedProduct === undefined;
  }

  /** `products` are those of all layers. Signed ones may be used where this processor multiplies them exactly. */
  static async open(
    layer: SpeechLayer,
    offset: number,
    products: Uint8Array,
    isSigned: boolean,
  ): Promise<Layer> {
    const { from, to } = (isSigned && layer.signedProduct) || layer.product;
    const options = { ...sessionOptions, enableCpuMemArena: false };
    return new Layer(layer, offset, await InferenceSession.create(products.subarray(from, to), options));
  }

  /** `from` and `to` may be the same place. */
  async run(from: Frames, to: Frames, factors: ActivationFactors, workspace: Workspace): Promise<void> {
    const { arithmetic } = workspace;
    const { rows, channels } = from;
    const { at, rowBytes, feeds } = this.#see(from, factors, workspace);
    const width = this.#taps * channels;
    const windows = workspace.address('windows');
    for (let row = 0; row < rows; row += ROWS_AT_ONCE) {
      const count = Math.min(ROWS_AT_ONCE, rows - row);
      arithmetic.windows(at + row * rowBytes, windows, count, rowBytes, this.#taps, this.#dilation);
      const values = arithmetic.floats({ ...to, at: to.at + 4 * row * channels, rows: count });
      await this.#session.run(
        { ...feeds, windows: this.#windowsTensor(arithmetic.buffer, windows, count, width) },
        { values: new Tensor('float32', values, [count, channels]) },
      );
    }
  }

  release(): Promise<void> {
    return this.#session.release();
  }

  #see(from: Frames, factors: ActivationFactors, workspace: Workspace): Seen {
    const { arithmetic } = workspace;
    const { rows, channels } = from;
    const padding = ((this.#taps - 1) / 2) * this.#dilation * channels;
    const size = rows * channels;
    const activated = { at: workspace.address('activated'), rows, channels };
    if (this.#isFloat) {
      const padded = arithmetic.floats({ at: activated.at, rows: size + 2 * padding, channels: 1 });
      padded.fill(0, 0, padding).fill(0, padding + size);
      arithmetic.activate(from, activated.at + 4 * padding, factors);
      return { at: activated.at, rowBytes: 4 * channels, feeds: {} };
    }
    const extremes = arithmetic.activate(from, activated.at, factors);
    const at = workspace.address('bytes');
    const { scale, zero } = arithmetic.quantise(activated, at + padding, extremes);
    const padded = new Uint8Array(arithmetic.buffer, at, size + 2 * padding);
    padded.fill(zero, 0, padding).fill(zero, padding + size);
    const feeds = {
      scale: new Tensor('float32', Float32Array.of(scale), []),
      zero: new Tensor('uint8', Uint8Array.of(zero), []),
    };
    return { at, rowBytes: channels, feeds };
  }

  #windowsTensor(buffer: ArrayBuffer, at: number, rows: number, width: number): Tensor {
    const dims = [rows, width];
    return this.#isFloat
      ? new Tensor('float32', new Float32Array(buffer, at, rows * width), dims)
      : new Tensor('uint8', new Uint8Array(buffer, at, rows * width), dims);
  }
}
