import { type InferenceSession, Tensor } from 'onnxruntime-node';
import { openModel } from '../runtime/open-model.ts';

/** A network that places voices in a space where those of one person lie in one direction. */
export class SpeakerModel {
  readonly #session: InferenceSession;

  private constructor(session: InferenceSession) {
    this.#session = session;
  }

  static async load(path: string): Promise<SpeakerModel> {
    return new SpeakerModel(await openModel('the speaker model', { file: path }));
  }

  /** Needs at least 0.35 s at 16 kHz. */
  async embed(samples: Float32Array): Promise<Float32Array> {
    const waveform = new Tensor('float32', samples, [1, samples.length]);
    const { embeddings } = await this.#session.run({ waveform });
    return (embeddings!.data as Float32Array).slice();
  }

  release(): Promise<void> {
    return this.#session.release();
  }
}
