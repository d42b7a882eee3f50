import { readFileSync } from 'node:fs';
import { resample } from '@locutor/audio';
import type { ModelStore } from '@locutor/models';
import { InferenceSession, Tensor } from 'onnxruntime-node';

const STYLE = 256;
const KOKORO_RATE = 24_000;
const RATE = 16_000;

/** The synthesis model as it is published, without anything around it: phonemes in, samples at 16 kHz out. */
export class Kokoro {
  readonly #session: InferenceSession;
  readonly #tokens: Readonly<Record<string, number>>;
  readonly #store: ModelStore;

  private constructor(
    session: InferenceSession,
    tokens: Readonly<Record<string, number>>,
    store: ModelStore,
  ) {
    this.#session = session;
    this.#tokens = tokens;
    this.#store = store;
  }

  static async load(store: ModelStore): Promise<Kokoro> {
    const session = await InferenceSession.create(store.path('kokoro', 'synthesis.onnx'), {
      intraOpNumThreads: 1,
      interOpNumThreads: 1,
    });
    const { model } = JSON.parse(readFileSync(store.path('kokoro', 'tokenizer.json'), 'utf8'));
    return new Kokoro(session, model.vocab, store);
  }

  /** Signs that the model does not know. */
  unknown(phonemes: string): string[] {
    return Array.from(phonemes).filter((sign) => this.#tokens[sign] === undefined);
  }

  async say(phonemes: string, voice: string): Promise<Float32Array> {
    const tokens = Array.from(phonemes).flatMap((sign) => this.#tokens[sign] ?? []);
    const bytes = readFileSync(this.#store.path('kokoro', `voice-${voice}.bin`));
    const styles = new Float32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length));
    const ids = BigInt64Array.from([0, ...tokens, 0], BigInt);
    const { waveform } = await this.#session.run({
      input_ids: new Tensor('int64', ids, [1, ids.length]),
      style: new Tensor('float32', styles.slice(STYLE * tokens.length, STYLE * (tokens.length + 1)), [
        1,
        STYLE,
      ]),
      speed: new Tensor('float32', Float32Array.of(1), [1]),
    });
    return resample(waveform!.data as Float32Array, KOKORO_RATE, RATE);
  }
}
