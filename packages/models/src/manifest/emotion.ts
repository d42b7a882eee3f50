import type { BundledModel } from '../model.ts';

// Made from recordings whose licence forbids commercial use, and so does its own. training/emotion says how.
export const emotion: BundledModel = {
  name: 'emotion',
  role: 'emotion',
  default: false,
  bundled: true,
  files: [
    {
      name: 'emotion.bin',
      path: 'emotion.bin',
      size: 53_332,
      sha256: '0365c306d8c2ccea6e5d8977f0f9cc8a210a2c1152c99d82c64016ed638c3050',
    },
    {
      name: 'LICENSE',
      path: 'LICENSE',
      size: 1_243,
      sha256: 'c45737a88644aa33ea2004fa8fdfb9e3b3dcf0e4787f53d359df95012af8228e',
    },
  ],
  needs: ['moonshine-base'],
  licence: {
    name: 'CC-BY-NC-SA-4.0',
    attribution:
      'Made from the RAVDESS, Steven R. Livingstone and Frank A. Russo (2018), doi.org/10.1371/journal.pone.0196391',
    condition: 'It may not be used for commercial purposes.',
  },
};
