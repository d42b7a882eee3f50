import { defaultEndpointer, type RecognizeRequest } from '@locutor/contract';

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
