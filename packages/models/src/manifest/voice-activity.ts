import type { PublishedModel } from '../model.ts';

export const sileroVad: PublishedModel = {
  name: 'silero-vad',
  role: 'voice-activity',
  default: true,
  package: {
    name: '@ricky0123/vad-web',
    version: '0.0.31',
    integrity:
      'sha512-ePVq8TvB21sdHSxVMZOEIf9JVa7MAYpaIaNXeGgsPOiMCN8xbPCdF2LS5aYj7VRR3ZxzutedgV9ZplV65IA1Fg==',
  },
  download: 3_540_430,
  files: [
    {
      name: 'vad.onnx',
      path: 'dist/silero_vad_v6.onnx',
      size: 2_327_524,
      sha256: '1a153a22f4509e292a94e67d6f9b85e8deb25b4988682b7e174c65279d8788e3',
    },
  ],
  licence: { name: 'MIT', attribution: 'Silero VAD, Copyright (c) Silero Team' },
};
