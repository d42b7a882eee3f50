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
      size: 0,
      sha256: '0000000000000000000000000000000000000000000000000000000000000000',
    },
    {
      name: 'LICENSE',
      path: 'LICENSE',
      size: 0,
      sha256: '0000000000000000000000000000000000000000000000000000000000000000',
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
