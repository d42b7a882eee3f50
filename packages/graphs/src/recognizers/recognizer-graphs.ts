/** What a recogniser needs to know to run a model's prepared graphs. */
export interface RecognizerGraphs {
  family: 'moonshine' | 'whisper';
  /** Of the decoder: so many past, present and cross keys and values, and attentions. */
  layers: number;
  heads: number;
  headSize: number;
  /** Log probabilities per position. */
  vocabulary: number;
  /** The most tokens, prompt and end included, that a decoder has places for. */
  maxTokens: number;
  startToken: number;
  endToken: number;
  /** Audio per attention column, in samples at 16 kHz. */
  samplesPerFrame: number;
  /** The shortest audio that gives a frame. */
  minSamples: number;
}

const moonshine = {
  family: 'moonshine',
  heads: 8,
  vocabulary: 32_768,
  maxTokens: 512,
  startToken: 1,
  endToken: 2,
  samplesPerFrame: 384,
  minSamples: 895,
} as const;

// Its other special tokens are in the model's generation_config.json.
const whisper = {
  family: 'whisper',
  headSize: 64,
  vocabulary: 51_865,
  maxTokens: 448,
  startToken: 50_258,
  endToken: 50_257,
  samplesPerFrame: 320,
  minSamples: 160,
} as const;

/** By the model's name in the store. */
export const recognizerGraphs = {
  'moonshine-base': { ...moonshine, layers: 8, headSize: 52 },
  'moonshine-tiny': { ...moonshine, layers: 6, headSize: 36 },
  'whisper-tiny': { ...whisper, layers: 4, heads: 6 },
  'whisper-base': { ...whisper, layers: 6, heads: 8 },
  'whisper-small': { ...whisper, layers: 12, heads: 12 },
} as const satisfies Record<string, RecognizerGraphs>;
