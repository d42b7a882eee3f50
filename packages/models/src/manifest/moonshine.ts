import type { ModelPackage, PublishedModel } from '../model.ts';

// The package also holds a Spanish model whose licence forbids commercial use: it is never fetched.
const moonshineJs: ModelPackage = {
  name: '@usefulsensors/moonshine-js',
  version: '0.1.17',
  integrity:
    'sha512-Uy/e4BjuHcpSC5h0HNRe/uCGe2ehEP586UMaHKyum9ZF8Z/lqtmadki9Myq6iLQGSj2hZ4Nb3RYn2b1qrrVNbw==',
};

export const moonshineBase: PublishedModel = {
  name: 'moonshine-base',
  role: 'recognition-english',
  default: true,
  package: moonshineJs,
  download: 108_745_327,
  files: [
    {
      name: 'encoder.onnx',
      path: 'dist/model/base/quantized/encoder_model.onnx',
      size: 20_513_063,
      sha256: '1dd9ab0a7f987113d30affcba5a068d11c8f90fa0223caa3e491ade431ad9751',
    },
    {
      name: 'decoder.onnx',
      path: 'dist/model/base/quantized/decoder_model_merged.onnx',
      size: 42_498_870,
      sha256: 'cc9f3cd6698a369c6008b41aa60aa3fb3322e7f03c9bdf19d8e6b7200afca4f3',
    },
  ],
  prepare: 'moonshine',
  licence: { name: 'MIT', attribution: 'Moonshine, Copyright (c) 2025 Useful Sensors, Inc.' },
};

export const moonshineTiny: PublishedModel = {
  name: 'moonshine-tiny',
  role: 'recognition-english',
  default: false,
  package: moonshineJs,
  download: 114_236_330,
  files: [
    {
      name: 'encoder.onnx',
      path: 'dist/model/tiny/quantized/encoder_model.onnx',
      size: 7_937_661,
      sha256: 'c6fc4b7bc5af75c0591fd157a1f3829b533d18e9769a888fd95a62e470dd4f4a',
    },
    {
      name: 'decoder.onnx',
      path: 'dist/model/tiny/quantized/decoder_model_merged.onnx',
      size: 20_243_286,
      sha256: 'eed87831c3a6103534aae7d47a5d485025c659a1323901513961c39fe8a1a367',
    },
  ],
  prepare: 'moonshine',
  licence: { name: 'MIT', attribution: 'Moonshine, Copyright (c) 2025 Useful Sensors, Inc.' },
};
