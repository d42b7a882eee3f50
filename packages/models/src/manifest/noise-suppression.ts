import type { PublishedModel } from '../model.ts';

export const dtln: PublishedModel = {
  name: 'dtln',
  role: 'noise-suppression',
  default: false,
  package: {
    name: '@open-rtn/plugin-ai-denoiser',
    version: '1.1.0',
    integrity:
      'sha512-jYSS62B7IiHtFbnf2d3x7BlECbioIUwh9mUxBxd86K6U+s833DElxZ5l8xkow1Y62seUpBH+6RkcFrkAfEfGtw==',
  },
  download: 5_095_424,
  files: [
    {
      name: 'masking.onnx',
      path: 'dist/models/model_1.onnx',
      size: 1_458_237,
      sha256: '22b91cae3855e5a0620e66a917ca6c82c58db0e842c770f58d86751c5e8d4ae3',
    },
    {
      name: 'refining.onnx',
      path: 'dist/models/model_2.onnx',
      size: 2_510_010,
      sha256: 'e20c92f9233fccf29cddf86970d0d0161a03aebccc26d6f4d5639c4d5ec2e639',
    },
  ],
  licence: { name: 'MIT', attribution: 'DTLN, Copyright (c) Nils L. Westhausen' },
};
