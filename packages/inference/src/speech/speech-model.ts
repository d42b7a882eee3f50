import type { InnerLayer, RecognizerGraphs } from '@locutor/graphs';
import type { InferenceSession, Tensor } from 'onnxruntime-node';
import type { Releasable } from '../runtime/on-demand-models.ts';
import type { Vocabulary } from './vocabulary.ts';

/** What the encoder made of some audio: all that the decoder wants to know of it. */
export interface EncodedSpeech {
  /** Cross keys and values, by their names. */
  cross: Record<string, Tensor>;
  /** Columns of the decoder's attention. */
  frames: number;
  /** Length of the audio, as it came in: padding that the model wanted is not counted. */
  samples: number;
  /** Samples of padding before the audio: frame f lies `f × samplesPerFrame − lead` samples into the audio. */
  lead: number;
  /** States of the inner layers, each frames × width, where they were asked for and the model has them. */
  inner?: ReadonlyMap<InnerLayer, Float32Array>;
}

export interface EncodeOptions {
  /** Give the states of inner layers too. */
  readonly inner?: boolean;
}

/** What a decoder says of audio before it writes. */
export interface FirstImpression {
  language: string;
  /** Of the language, among those that the model knows. */
  probability: number;
  /** That nobody speaks; 0 for a model that cannot tell. */
  noSpeech: number;
}

/** A recognition model, loaded. One thread of control at a time: its buffers are used again. */
export interface SpeechModel extends Releasable {
  readonly shape: RecognizerGraphs;
  readonly vocabulary: Vocabulary;
  /** Runs `prepared-decoder.onnx`. */
  readonly decoder: InferenceSession;
  /** Heads whose attention follows the audio: [layer, head]. */
  readonly alignmentHeads: readonly (readonly [number, number])[];
  /** Silence around speech that the model wants to hear, in seconds. */
  readonly edge: number;
  encode(samples: Float32Array, options?: EncodeOptions): Promise<EncodedSpeech>;
  /** What the model makes of the audio before it writes. */
  listen(encoded: EncodedSpeech): Promise<FirstImpression>;
  /** The tokens that every text in a language begins with. Throws if the model does not know the language. */
  prompt(language: string): readonly number[];
  /** Tokens that are never part of a text, and those that cannot begin one. */
  readonly suppressed: ReadonlySet<number>;
  readonly suppressedAtBegin: ReadonlySet<number>;
}
