import { fileURLToPath } from 'node:url';
import { type InnerLayer, layerValues } from '@locutor/graphs';
import { type InferenceSession, Tensor } from 'onnxruntime-node';
import { readModelJson } from '../runtime/model-file.ts';
import { openModel } from '../runtime/open-model.ts';
import { SoundReading } from './sound-reading.ts';

const folder = fileURLToPath(new URL('../../weights/sounds/', import.meta.url));
const LABEL = 'the sounds of English';
const OUTPUT = 'sounds';

interface Description {
  layers: InnerLayer[];
  /** Of every sound the sign that pronunciations have for it; the first is none. */
  signs: string[];
}

/** Reads the sounds of English out of the inner states of Moonshine's base encoder; made by `training/sounds`. */
export class SoundReader {
  readonly #session: InferenceSession;
  readonly #layers: readonly InnerLayer[];
  readonly #numbers: ReadonlyMap<string, number>;

  private constructor(session: InferenceSession, { layers, signs }: Description) {
    this.#session = session;
    this.#layers = layers;
    this.#numbers = new Map(signs.map((sign, number) => [sign, number]));
  }

  static async load(): Promise<SoundReader> {
    const description: Description = await readModelJson(LABEL, `${folder}sounds.json`);
    return new SoundReader(await openModel(LABEL, { file: `${folder}sounds.onnx` }), description);
  }

  async read(inner: ReadonlyMap<InnerLayer, Float32Array>, frames: number): Promise<SoundReading> {
    const feeds = this.#layers.map((layer) => {
      const states = inner.get(layer)!;
      return [
        layerValues.inner(layer),
        new Tensor('float32', states, [1, frames, states.length / frames]),
      ] as const;
    });
    const { [OUTPUT]: sounds } = await this.#session.run(Object.fromEntries(feeds));
    return new SoundReading(sounds!.data as Float32Array, this.#numbers.size);
  }

  /** The numbers of the sounds of a pronunciation; undefined where one of them is not known. */
  numbersOf(pronunciation: string): number[] | undefined {
    const numbers = [...pronunciation].map((sign) => this.#numbers.get(sign));
    return numbers.length > 0 && numbers.every((number) => number !== undefined) ? numbers : undefined;
  }

  release(): Promise<void> {
    return this.#session.release();
  }
}
