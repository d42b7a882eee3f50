import { fileURLToPath } from 'node:url';
import { type InferenceSession, Tensor } from 'onnxruntime-node';
import { openModel } from '../runtime/open-model.ts';
import { WINDOW_FRAMES, WINDOW_SAMPLES } from './frames.ts';
import { type Activity, CLASS_COUNT, readPowerset } from './powerset.ts';

const file = fileURLToPath(new URL('../../weights/diarization/segmentation.onnx', import.meta.url));

/** A network that tells up to three speakers apart within ten seconds; made by `training/diarization`. */
export class SegmentationModel {
  readonly #session: InferenceSession;

  private constructor(session: InferenceSession) {
    this.#session = session;
  }

  static async load(path = file): Promise<SegmentationModel> {
    return new SegmentationModel(await openModel('the segmentation model', { file: path }));
  }

  /** Of windows of WINDOW_SAMPLES each. */
  async activities(windows: readonly Float32Array[]): Promise<Activity[]> {
    const all = new Float32Array(windows.length * WINDOW_SAMPLES);
    for (const [n, window] of windows.entries()) all.set(window, n * WINDOW_SAMPLES);
    const samples = new Tensor('float32', all, [windows.length, WINDOW_SAMPLES]);
    const { logits } = await this.#session.run({ samples });
    const values = logits!.data as Float32Array;
    const length = WINDOW_FRAMES * CLASS_COUNT;
    return windows.map((_, n) => readPowerset(values.subarray(n * length, (n + 1) * length)));
  }

  release(): Promise<void> {
    return this.#session.release();
  }
}
