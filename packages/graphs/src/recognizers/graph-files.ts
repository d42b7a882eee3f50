/** Names in the model store of the published and the prepared graphs. */
export const graphFiles = {
  encoder: 'encoder.onnx',
  decoder: 'decoder.onnx',
  preparedEncoder: 'prepared-encoder.onnx',
  preparedDecoder: 'prepared-decoder.onnx',
} as const;
