import { graphFiles, graphValues, layerValues, recognizerGraphs } from '@locutor/graphs';
import { type InferenceSession, Tensor } from 'onnxruntime-node';
import { readModelJson } from '../runtime/model-file.ts';
import { openModel, preparedGraph } from '../runtime/open-model.ts';
import { DecoderRun } from './decoder-run.ts';
import { MEL_BANDS, MEL_HOP, melFeatures } from './mel.ts';
import { preparedSilence } from './silence-file.ts';
import type { EncodedSpeech, FirstImpression, SpeechModel } from './speech-model.ts';
import type { Vocabulary } from './vocabulary.ts';
import { type WhisperConfig, whisperConfig } from './whisper-config.ts';
import { type CrossTensors, encodeSilence, followedBySilence, WINDOW_COLUMNS } from './whisper-silence.ts';
import { whisperVocabulary } from './whisper-vocabulary.ts';

export type WhisperName = Extract<keyof typeof recognizerGraphs, `whisper-${string}`>;

/** Live results are prepared with so much behind speech (`ENOUGH_AFTER`): with more, they would differ from final ones. */
const EDGE = 0.6;

/**
 * Samples of silence that are encoded with the audio, beside that of `followedBySilence`. Of 443 words that 52 people recorded at home
 * in six languages, small has 15.3 % wrong with a second and a half of it, 16.5 with half a second, and 15.1 with two and a half.
 * With half a second and the edge of Moonshine it was 17.2.
 */
const TAIL = 24_000;
/**
 * Columns that are encoded at least: single words want more silence. Of spoken digits base gets 0 of 20 right with half a
 * second of it, 11 in 5 s, 16 in 6.5 s, 17 in 10 s (18 in the full window); small 13, 18 in 2.6 s, 18 in 4 s and 19 in
 * 6.5 s of 24; tiny 16 of 20 from 3.6 s on (14).
 */
const leastColumns = { 'whisper-tiny': 400, 'whisper-base': 650, 'whisper-small': 400 } as const;

/** Ninety-nine languages, from mel features. */
export class Whisper implements SpeechModel {
  readonly shape;
  readonly vocabulary: Vocabulary;
  readonly alignmentHeads;
  readonly edge = EDGE;
  readonly suppressed;
  readonly suppressedAtBegin;
  readonly decoder: InferenceSession;
  readonly #name: WhisperName;
  readonly #config: WhisperConfig;
  readonly #encoder: InferenceSession;
  #silence: CrossTensors | undefined;
  #listener: DecoderRun | undefined;

  private constructor(
    name: WhisperName,
    config: WhisperConfig,
    vocabulary: Vocabulary,
    encoder: InferenceSession,
    decoder: InferenceSession,
  ) {
    this.#name = name;
    this.shape = recognizerGraphs[name];
    this.vocabulary = vocabulary;
    this.#config = config;
    this.alignmentHeads = alignmentHeads[name];
    this.suppressed = new Set(config.suppressed);
    this.suppressedAtBegin = new Set(config.suppressedAtBegin);
    this.#encoder = encoder;
    this.decoder = decoder;
  }

  static async load(
    name: WhisperName,
    path: (file: string) => string,
    checkpoint = async () => {},
  ): Promise<Whisper> {
    const { vocabulary: size, endToken } = recognizerGraphs[name];
    const json = (file: string) => readModelJson('the recognition model', path(file));
    const config = whisperConfig(await json('generation_config.json'), size, endToken);
    const vocabulary = whisperVocabulary(await json('tokenizer.json'), size, endToken);
    await checkpoint();
    const encoder = await openModel('the recognition model', preparedGraph(path(graphFiles.preparedEncoder)));
    await checkpoint();
    const decoder = await openModel('the recognition model', preparedGraph(path(graphFiles.preparedDecoder)));
    await checkpoint();
    const model = new Whisper(name, config, vocabulary, encoder, decoder);
    model.#silence = await preparedSilence(path, () =>
      encodeSilence((features, columns) => model.#encodeFeatures(features, columns)),
    );
    return model;
  }

  async encode(samples: Float32Array): Promise<EncodedSpeech> {
    if (samples.length > WINDOW_COLUMNS * MEL_HOP) {
      const seconds = (samples.length / (100 * MEL_HOP)).toFixed(1);
      throw new RangeError(`${this.#name} encodes at most 30 seconds at a time, not ${seconds}.`);
    }
    // Two columns make a frame.
    const wanted = 2 * Math.ceil((samples.length + TAIL) / (2 * MEL_HOP));
    const columns = Math.min(Math.max(wanted, leastColumns[this.#name]), WINDOW_COLUMNS);
    const encoded = await this.#encodeFeatures(melFeatures(samples, columns), columns);
    const cross = followedBySilence(encoded, this.#silence!);
    return { cross, frames: Object.values(cross)[0]!.dims[2]!, samples: samples.length, lead: 0 };
  }

  async #encodeFeatures(features: Float32Array, columns: number): Promise<CrossTensors> {
    const { layers, heads, headSize } = this.shape;
    const frames = columns / 2;
    const cross: CrossTensors = {};
    for (let layer = 0; layer < layers; layer++) {
      for (const name of [layerValues.crossKey(layer), layerValues.crossValue(layer)]) {
        const values = new Float32Array(heads * frames * headSize);
        cross[name] = new Tensor('float32', values, [1, heads, frames, headSize]);
      }
    }
    const input = new Tensor('float32', features, [1, MEL_BANDS, columns]);
    await this.#encoder.run({ [graphValues.features]: input }, cross);
    return cross;
  }

  async listen(encoded: EncodedSpeech): Promise<FirstImpression> {
    this.#listener ??= new DecoderRun(this);
    // The keys and values of half a minute take 110 MB with the small model: they must not stay until the next audio.
    return this.#impression(await this.#listener.only(encoded, [this.shape.startToken]));
  }

  /** From the log probabilities of what follows the start token. */
  #impression(logProbs: Float32Array): FirstImpression {
    let [language, best, sum] = ['', 0, 0];
    for (const [code, token] of this.#config.languages) {
      const probability = Math.exp(logProbs[token]!);
      sum += probability;
      if (probability > best) [language, best] = [code, probability];
    }
    return { language, probability: best / sum, noSpeech: Math.exp(logProbs[this.#config.noSpeech]!) };
  }

  async release(): Promise<void> {
    await this.#encoder.release();
    await this.decoder.release();
  }

  prompt(language: string): readonly number[] {
    const { languages, transcribe, noTimes } = this.#config;
    const token = languages.get(language);
    if (token === undefined) throw new RangeError(`${this.#name} knows no language called ${language}.`);
    return [this.shape.startToken, token, transcribe, noTimes];
  }
}

/**
 * Chosen by the error of word times on clean digits and read English sentences. The heads that generation_config.json names run ahead of the words: with those of small,
 * digits without gaps are found 170 ms off, with these 30.
 */
const alignmentHeads = {
  'whisper-tiny': [
    [3, 3],
    [3, 4],
    [3, 1],
    [3, 2],
  ],
  'whisper-base': [
    [5, 6],
    [5, 3],
    [5, 1],
    [5, 0],
  ],
  'whisper-small': [
    [9, 8],
    [10, 5],
    [6, 6],
    [8, 2],
    [8, 0],
  ],
} as const;
