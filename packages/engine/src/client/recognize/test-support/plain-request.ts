import { defaultEndpointer } from '../../../contract/default-endpointer.ts';
import type { RecognizeRequest } from '../../../contract/recognition.ts';

/** The defaults of the interface, and no word details. */
export const plainPass = {
  endpointer: defaultEndpointer,
  continuous: true,
  model: 'moonshine-base',
  language: 'en',
  sentences: 1,
  words: 'none',
  written: false,
} as const;

export function plainRequest(samples: Float32Array): RecognizeRequest {
  return { ...plainPass, audio: { samples } };
}
