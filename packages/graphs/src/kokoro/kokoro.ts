/** Names in the model store of what is made of the published synthesis model. */
export const kokoroGraphs = {
  /** A phrase in, what each moment of it is like out. */
  planner: 'speech-planner.onnx',
  /** How the style of a voice scales and shifts the norms of the generator. */
  styles: 'speech-styles.onnx',
  /** The tone of a voice, as samples, to what it is made of from moment to moment. */
  spectrum: 'speech-spectrum.onnx',
  /** That spectrum to what each stage of the generator hears of the tone. */
  lowTone: 'speech-low-tone.onnx',
  highTone: 'speech-high-tone.onnx',
  /** To the first stage, and from the first to the second. */
  lowRise: 'speech-low-rise.onnx',
  highRise: 'speech-high-rise.onnx',
  /** From the second stage to samples. */
  tail: 'speech-tail.onnx',
  /** `SpeechStages`. */
  stages: 'speech-stages.json',
  /** The graphs of all products, one after the other. */
  products: 'speech-products.bin',
  /** How the tone of a voice and its overtones are weighed. */
  source: 'speech-source.json',
} as const;

/** Where a graph lies among others, in bytes. */
export interface ProductPlace {
  from: number;
  to: number;
}

/**
 * A convolution of the generator, and the norm over time and the activation before it. It is written as a product over windows of
 * frames: `windows` in and `values` out, with `scale` and `zero` of the windows where they are bytes.
 */
export interface SpeechLayer {
  taps: number;
  dilation: number;
  /** Of the norm. */
  epsilon: number;
  /** Of the activation, by channel. */
  inverses: number[];
  product: ProductPlace;
  /** The same with signed weights; none in full precision, where windows are floats. */
  signedProduct?: ProductPlace;
}

/** Six layers, of which every second one is added to what went into the one before. */
export type SpeechBlock = SpeechLayer[];

/** One block for the tone, and three for the sum of that and of what came before; what these give is added up. */
export interface SpeechStage {
  channels: number;
  tone: SpeechBlock;
  blocks: SpeechBlock[];
}

export type SpeechStages = SpeechStage[];
