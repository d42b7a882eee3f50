import { fileURLToPath } from 'node:url';
import { type InferenceSession, Tensor } from 'onnxruntime-node';
import { openModel } from '../runtime/open-model.ts';

const file = fileURLToPath(new URL('../../weights/spoofing/detector.onnx', import.meta.url));

/** A network that tells synthetic and converted speech from natural speech. Replayed recordings are natural to it. */
export class SpoofingDetector {
  readonly #session: InferenceSession;

  private constructor(session: InferenceSession) {
    this.#session = session;
  }

  static async load(path = file): Promise<SpoofingDetector> {
    return new SpoofingDetector(await openModel('the spoofing detector', { file: path }));
  }

  /** Log-odds that the speech is spoofed, of at least one second at 16 kHz; its level does not matter. */
  async score(speech: Float32Array): Promise<number> {
    const samples = new Tensor('float32', speech, [1, speech.length]);
    const { score } = await this.#session.run({ samples });
    return (score!.data as Float32Array)[0]!;
  }

  release(): Promise<void> {
    return this.#session.release();
  }
}
