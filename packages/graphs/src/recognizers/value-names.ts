/** Names of the prepared graphs' inputs and outputs; README.md gives their shapes. */
export const graphValues = {
  /** Input of `prepared-encoder.onnx`: a waveform for Moonshine, mel features for Whisper. */
  samples: 'samples',
  features: 'features',
  /** Output of `prepared-encoder.onnx`, beside the cross keys and values that the decoder takes. */
  states: 'states',
  /** Inputs of `prepared-decoder.onnx`: the new tokens, and the positions among them whose log probabilities are wanted. */
  tokens: 'tokens',
  rows: 'rows',
  logProbs: 'log_probs',
} as const;

/**
 * The layers of Moonshine's encoder, counted from 1, whose states are outputs. How something is said is clearest there:
 * of eight acted emotions 76 % were recognised from layers 3 and 5 together, 74 to 75 % from 3, 4 or 5 alone, 68 % from
 * layer 1, 69 % from layer 6 and 62 % from the last. Who says it is clearest in layers 2 and 5: see `training/traits`.
 */
export const INNER_LAYERS = [2, 3, 5] as const;
export type InnerLayer = (typeof INNER_LAYERS)[number];

/** The ones that recur in every decoder layer. */
export const layerValues = {
  pastKey: (layer: number) => `past_key.${layer}`,
  pastValue: (layer: number) => `past_value.${layer}`,
  presentKey: (layer: number) => `present_key.${layer}`,
  presentValue: (layer: number) => `present_value.${layer}`,
  crossKey: (layer: number) => `cross_key.${layer}`,
  crossValue: (layer: number) => `cross_value.${layer}`,
  attention: (layer: number) => `attention.${layer}`,
  /** Of the encoder, not the decoder: what comes out of a layer, counted from 1. */
  inner: (layer: number) => `inner.${layer}`,
} as const;
