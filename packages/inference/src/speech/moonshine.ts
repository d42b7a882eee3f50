import {
  graphFiles,
  graphValues,
  INNER_LAYERS,
  type InnerLayer,
  layerValues,
  recognizerGraphs,
} from '@locutor/graphs';
import { type InferenceSession, Tensor } from 'onnxruntime-node';
import { openModel, preparedGraph } from '../runtime/open-model.ts';
import { moonshineVocabulary, otherScripts } from './moonshine-vocabulary.ts';
import { ReusedBuffer } from './reused-buffer.ts';
import type { EncodedSpeech, EncodeOptions, FirstImpression, SpeechModel } from './speech-model.ts';

export type MoonshineName = Extract<keyof typeof recognizerGraphs, `moonshine-${string}`>;

/**
 * More silence is not better: with all there is, speech by learners and children had 31.7 % word errors, with 0.5 s 29.7, with
 * 0.3 s 30.3, and what is left out need not be encoded. It is a window less than the 0.4 s that were best when the detector
 * found speech to begin and end a window closer.
 */
export const MOONSHINE_EDGE = 0.368;

/** Of half a minute, the longest input of the model. */
const RESERVED_FRAMES = 1_250;
/**
 * Memory for so many, ten seconds, is used again as it is: to be given 11 MB anew takes 8 ms. Longer audio has all of it
 * given back first, because the encoder needs most while it runs.
 */
const KEPT_FRAMES = 420;

/** English, from the waveform itself. */
export class Moonshine implements SpeechModel {
  readonly shape;
  readonly vocabulary = moonshineVocabulary;
  readonly alignmentHeads;
  readonly edge = MOONSHINE_EDGE;
  readonly suppressed = otherScripts;
  readonly suppressedAtBegin: ReadonlySet<number> = new Set();
  readonly decoder: InferenceSession;
  readonly #name: MoonshineName;
  readonly #encoder: InferenceSession;
  readonly #cross: ReusedBuffer;

  private constructor(name: MoonshineName, encoder: InferenceSession, decoder: InferenceSession) {
    this.#name = name;
    this.shape = recognizerGraphs[name];
    this.alignmentHeads = alignmentHeads[name];
    this.#encoder = encoder;
    this.#cross = new ReusedBuffer(RESERVED_FRAMES * this.#crossPerFrame());
    this.decoder = decoder;
  }

  static async load(
    name: MoonshineName,
    path: (file: string) => string,
    checkpoint = async () => {},
  ): Promise<Moonshine> {
    const encoder = await openModel('the recognition model', preparedGraph(path(graphFiles.preparedEncoder)));
    await checkpoint();
    const decoder = await openModel('the recognition model', preparedGraph(path(graphFiles.preparedDecoder)));
    await checkpoint();
    return new Moonshine(name, encoder, decoder);
  }

  async encode(samples: Float32Array, options: EncodeOptions = {}): Promise<EncodedSpeech> {
    const { minSamples } = this.shape;
    let input = samples;
    if (samples.length < minSamples) {
      input = new Float32Array(minSamples);
      input.set(samples);
    }
    const waveform = new Tensor('float32', input, [1, input.length]);
    const frames = framesOf(input.length);
    const cross = this.#crossTensors(frames);
    const inner = options.inner ? this.#innerStates(frames) : undefined;
    await this.#encoder.run(
      { [graphValues.samples]: waveform },
      { ...cross, ...(inner && this.#innerTensors(inner, frames)) },
    );
    return {
      cross,
      frames,
      samples: samples.length,
      lead: 0,
      ...(inner && { inner }),
    };
  }

  /** The states that other things than words are read from are those of the base model. */
  #innerStates(frames: number): Map<InnerLayer, Float32Array> | undefined {
    if (this.#name !== 'moonshine-base') return undefined;
    const width = this.shape.heads * this.shape.headSize;
    return new Map(INNER_LAYERS.map((layer) => [layer, new Float32Array(frames * width)]));
  }

  #innerTensors(states: ReadonlyMap<InnerLayer, Float32Array>, frames: number): Record<string, Tensor> {
    const shape = [1, frames, this.shape.heads * this.shape.headSize];
    return Object.fromEntries(
      [...states].map(([layer, data]) => [layerValues.inner(layer), new Tensor('float32', data, shape)]),
    );
  }

  /** One after the other in one buffer, which the next audio uses again. */
  #crossTensors(frames: number): Record<string, Tensor> {
    const { layers, heads, headSize } = this.shape;
    this.#cross.shrink(frames <= KEPT_FRAMES ? frames * this.#crossPerFrame() : 0);
    const all = this.#cross.floats(frames * this.#crossPerFrame());
    const size = heads * frames * headSize;
    const cross: Record<string, Tensor> = {};
    for (let layer = 0; layer < layers; layer++) {
      for (const name of [layerValues.crossKey(layer), layerValues.crossValue(layer)]) {
        const from = Object.keys(cross).length * size;
        cross[name] = new Tensor('float32', all.subarray(from, from + size), [1, heads, frames, headSize]);
      }
    }
    return cross;
  }

  #crossPerFrame(): number {
    const { layers, heads, headSize } = this.shape;
    return 2 * layers * heads * headSize;
  }

  listen(): Promise<FirstImpression> {
    return Promise.resolve({ language: 'en', probability: 1, noSpeech: 0 });
  }

  async release(): Promise<void> {
    await this.#encoder.release();
    await this.decoder.release();
  }

  prompt(language: string): readonly number[] {
    if (language !== 'en') throw new RangeError(`Moonshine knows no ${language}, only en.`);
    return [this.shape.startToken];
  }
}

/** What three convolutions leave of the samples: kernels of 127, 7 and 3, strides of 64, 3 and 2. */
function framesOf(samples: number): number {
  const left = (length: number, kernel: number, stride: number) => Math.floor((length - kernel) / stride) + 1;
  return left(left(left(samples, 127, 64), 7, 3), 3, 2);
}

/**
 * Heads that together gave the least error of word times, or within 1 % of it, on digits, clean and in noise, and on
 * read sentences, of half of the speakers; with them the error of the other half fell as well.
 */
const alignmentHeads = {
  'moonshine-base': [
    [6, 4],
    [5, 3],
    [5, 5],
    [4, 3],
    [6, 1],
  ],
  'moonshine-tiny': [
    [5, 4],
    [3, 6],
    [4, 4],
  ],
} as const;
