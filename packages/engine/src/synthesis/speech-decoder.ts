import { carriedValues } from '@locutor/models';
import { type InferenceSession, Tensor } from 'onnxruntime-node';

/** What the decoder makes samples of. */
export interface DecoderInput {
  states: Tensor;
  style: Tensor;
  source: Tensor;
}

/** Decodes the pieces of one phrase, in order: each is normalised with all that came before it. */
export class PhraseDecoder {
  readonly #session: InferenceSession;
  #means: Tensor;
  #squares: Tensor;
  /** Frames so far. */
  #seen = 0;

  constructor(session: InferenceSession) {
    this.#session = session;
    this.#means = emptyState(session);
    this.#squares = this.#means;
  }

  /** The samples of the next piece, which adds so many frames to what was seen. */
  async decode(input: DecoderInput, frames: number): Promise<Float32Array> {
    const { pastMeans, pastSquares, pastShare, means, squares } = carriedValues;
    const output = await this.#session.run({
      ...input,
      [pastMeans]: this.#means,
      [pastSquares]: this.#squares,
      [pastShare]: new Tensor('float32', Float32Array.of(this.#seen / (this.#seen + frames)), []),
    });
    this.#means = output[means] as Tensor;
    this.#squares = output[squares] as Tensor;
    this.#seen += frames;
    return output.waveform!.data as Float32Array;
  }
}

function emptyState({ inputMetadata }: InferenceSession): Tensor {
  const found = inputMetadata.find(({ name }) => name === carriedValues.pastMeans);
  const [size] = (found as InferenceSession.TensorValueMetadata).shape as number[];
  return new Tensor('float32', new Float32Array(size!), [size!]);
}
