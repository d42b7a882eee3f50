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
      path: 'dist/silero_vad_v5.onnx',
      size: 2_327_524,
      sha256: '2623a2953f6ff3d2c1e61740c6cdb7168133479b267dfef114a4a3cc5bdd788f',
    },
  ],
  licence: { name: 'MIT', attribution: 'Silero VAD, Copyright (c) Silero Team' },
};
