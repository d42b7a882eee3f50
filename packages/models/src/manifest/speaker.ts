import type { PublishedModel } from '../model.ts';

// An ORT-format model that lies inside a static library. The package itself does not install.
export const speakerEmbedding: PublishedModel = {
  name: 'speaker-embedding',
  role: 'speaker-embedding',
  default: true,
  package: {
    name: 'nn-transcriber',
    version: '0.1.0',
    integrity:
      'sha512-hVgDzNCEcYS+9Etfg+BIUn8GBJa2zu14tCxxrmIqXhF+gpdnSC/MdyxVaqLR2+lNZejHhw/fetlRhQGekEi3dw==',
  },
  download: 28_138_436,
  files: [
    {
      name: 'embedding.ort',
      path: 'ios/Frameworks/Moonshine.xcframework/ios-arm64/libmoonshine.a',
      range: { offset: 41_447_368, length: 17_639_176 },
      size: 17_639_176,
      sha256: '0ec8d36d8e19b4a7035f1b71d35e651d9cb8e8cf2e456c559da3d22105c8050d',
    },
  ],
  licence: { name: 'MIT', attribution: 'pyannote.audio speaker embedding, Copyright (c) CNRS, Hervé Bredin' },
};
