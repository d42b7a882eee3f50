import { ModelFileError } from '@locutor/contract';
import { InferenceSession, Tensor } from 'onnxruntime-node';
import { sessionOptions } from '../runtime/session-options.ts';

/** A network that places voices in a space where those of one person lie in one direction. */
export class SpeakerModel {
  readonly #session: InferenceSession;

  private constructor(session: InferenceSession) {
    this.#session = session;
  }

  static async load(path: string): Promise<SpeakerModel> {
    try {
      return new SpeakerModel(await InferenceSession.create(path, sessionOptions));
    } catch (error) {
      throw new ModelFileError('the speaker model', path, error);
    }
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
