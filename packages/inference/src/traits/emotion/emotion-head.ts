import { type EmotionScores, emotions } from '@locutor/contract';
import { scoresOf } from '@locutor/voices';

const MAGIC = 'LOCUTOR EMOTION1';
const HASH = 32;
const CLASSES = emotions.length;
/** Seconds of speech below which less and less is concluded. */
const ENOUGH = 1;

/** A linear classifier of pooled encoder states. */
export class EmotionHead {
  readonly inputs: number;
  readonly #bias: Float32Array;
  readonly #weights: Float32Array;

  private constructor(inputs: number, bias: Float32Array, weights: Float32Array) {
    this.inputs = inputs;
    this.#bias = bias;
    this.#weights = weights;
  }

  /**
   * Header (16 bytes), sha256 of the encoder that the states come from, the number of inputs (uint32), a bias for each
   * class, then a row of weights for each class. Floats, low byte first. A head of another encoder is refused: its
   * answers would mean nothing.
   */
  static read(bytes: Uint8Array, encoderSha256: string): EmotionHead {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const start = MAGIC.length + HASH;
    if (
      bytes.length < start + 4 ||
      Buffer.from(bytes.subarray(0, MAGIC.length)).toString('latin1') !== MAGIC
    ) {
      throw new Error('it is not an emotion head');
    }
    const encoder = Buffer.from(bytes.subarray(MAGIC.length, start)).toString('hex');
    if (encoder !== encoderSha256)
      throw new Error(`it was made for the encoder ${encoder}, not ${encoderSha256}`);
    const inputs = view.getUint32(start, true);
    if (bytes.length !== start + 4 + 4 * CLASSES * (inputs + 1))
      throw new Error('it has another size than it says');
    const floats = Float32Array.from({ length: CLASSES * (inputs + 1) }, (_, n) =>
      view.getFloat32(start + 4 + 4 * n, true),
    );
    return new EmotionHead(inputs, floats.subarray(0, CLASSES), floats.subarray(CLASSES));
  }

  /** Of the pooled states of so many seconds of speech: what is too short to tell anything comes out neutral. */
  scores(pooled: Float64Array, speechSeconds: number): EmotionScores {
    const raw = this.#classes(pooled);
    const sure = Math.max(0, Math.min(1, speechSeconds / ENOUGH));
    return scoresOf((emotion) => {
      const own = raw[emotions.indexOf(emotion)]!;
      return emotion === 'neutral' ? sure * own + 1 - sure : sure * own;
    });
  }

  #classes(pooled: Float64Array): Float64Array {
    if (pooled.length !== this.inputs)
      throw new RangeError(`${this.inputs} numbers are needed, not ${pooled.length}`);
    const logits = Float64Array.from(this.#bias, (bias, row) => {
      let sum = bias;
      for (let n = 0; n < this.inputs; n++) sum += this.#weights[row * this.inputs + n]! * pooled[n]!;
      return sum;
    });
    const most = Math.max(...logits);
    const powers = logits.map((logit) => Math.exp(logit - most));
    const whole = powers.reduce((sum, power) => sum + power, 0);
    return powers.map((power) => power / whole);
  }
}
