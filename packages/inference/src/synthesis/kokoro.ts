import type { SynthesizerName } from '@locutor/contract';
import { kokoroGraphs } from '@locutor/graphs';
import type { ModelStore } from '@locutor/models';
import { type InferenceSession, Tensor } from 'onnxruntime-node';
import { readModelJson } from '../runtime/model-file.ts';
import { openModel, preparedGraph } from '../runtime/open-model.ts';
import { signedProductsAreExact } from '../runtime/signed-products.ts';
import { SpeechGenerator } from './generator/speech-generator.ts';
import { type SourceWeights, stillSample } from './harmonic-source.ts';
import { type KokoroTokens, readTokens } from './kokoro-tokens.ts';
import { MOST_FRAMES, type PlannedPhrase, phraseOf, silentPhrase } from './planned-phrase.ts';
import { ToneSpectrum } from './tone-spectrum.ts';
import { readStyle, STYLE_SIZE } from './voice-styles.ts';

const LABEL = 'the synthesis model';

/** The model whose files hold the voices and the alphabet of all. */
const VOICES = 'kokoro';

interface Parts {
  planner: InferenceSession;
  generator: SpeechGenerator;
  source: SourceWeights;
  toneSpectrum: ToneSpectrum;
}

interface Source extends SourceWeights {
  /** Of the spectrum of the tone. */
  window: number[];
}

/**
 * Kokoro-82M: phonemes and a voice in, samples out. The planner sees a phrase as a whole: how long each sign takes, how high
 * and how loud it is. The generator, which takes nearly all of the time, then makes the samples piece by piece.
 */
export class Kokoro {
  readonly #parts: Parts;
  readonly #tokens: KokoroTokens;
  readonly #store: Pick<ModelStore, 'path'>;

  private constructor(parts: Parts, tokens: KokoroTokens, store: Pick<ModelStore, 'path'>) {
    this.#parts = parts;
    this.#tokens = tokens;
    this.#store = store;
  }

  static async load(name: SynthesizerName, store: Pick<ModelStore, 'path'>): Promise<Kokoro> {
    const tokens = await readTokens(store.path(VOICES, 'tokenizer.json'));
    const source: Source = await readModelJson(LABEL, store.path(name, kokoroGraphs.source));
    // In full precision there are no 8-bit products.
    const isSigned = name === 'kokoro' && (await signedProductsAreExact());
    const path = (file: string) => store.path(name, file);
    const toneSpectrum = await openSpectrum(path(kokoroGraphs.spectrum), source);
    const planner = await openModel(LABEL, preparedGraph(path(kokoroGraphs.planner)));
    const generator = await SpeechGenerator.load(path, isSigned, MOST_FRAMES).catch(async (error) => {
      await planner.release();
      throw error;
    });
    return new Kokoro({ planner, generator, source, toneSpectrum }, tokens, store);
  }

  /** `speed` is a factor. Signs that the model does not know are left out. */
  async plan(phonemes: string, voice: string, speed: number): Promise<PlannedPhrase> {
    const signs = Array.from(phonemes, (sign) => this.#tokens.get(sign));
    const tokens = signs.filter((token) => token !== undefined);
    if (tokens.length === 0) return silentPhrase;
    const ids = BigInt64Array.from([0, ...tokens, 0], BigInt);
    const style = new Tensor(
      'float32',
      await readStyle(this.#store.path(VOICES, `voice-${voice}.bin`), tokens.length),
      [1, STYLE_SIZE],
    );
    const { states, pitch, energy, durations } = await this.#parts.planner.run({
      input_ids: new Tensor('int64', ids, [1, ids.length]),
      style,
      speed: new Tensor('float32', Float32Array.of(speed), [1]),
    });
    return phraseOf({
      states: states as Tensor,
      pitch: pitch!.data as Float32Array,
      energy: energy!.data as Float32Array,
      signFrames: framesOfSigns(signs, Array.from(durations!.data as BigInt64Array, Number)),
      style,
      ...this.#parts,
    });
  }

  async release(): Promise<void> {
    await this.#parts.planner.release();
    await this.#parts.generator.release();
  }
}

/** Frames of the silence before, of every sign, and of the silence behind; none of a sign that the model does not know. */
function framesOfSigns(signs: readonly (number | undefined)[], durations: readonly number[]): number[] {
  let at = 1;
  const known = signs.map((token) => (token === undefined ? 0 : durations[at++]!));
  return [durations[0]!, ...known, durations[at]!];
}

async function openSpectrum(path: string, source: Source): Promise<ToneSpectrum> {
  const graph = await openModel(LABEL, preparedGraph(path));
  const still = stillSample(source);
  const { length } = source.window;
  const tone = new Tensor('float32', new Float32Array(2 * length).fill(still), [1, 2 * length, 1]);
  const { spectrum } = await graph.run({ source: tone });
  await graph.release();
  const columns = ToneSpectrum.columnsOf(2 * length);
  const stillColumn = (spectrum!.data as Float32Array).filter((_, at) => at % columns === columns >> 1);
  return new ToneSpectrum({ window: source.window, still, stillColumn });
}
