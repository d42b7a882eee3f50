import { defaultEndpointer } from '../../../contract/default-endpointer.ts';
import type { RecognizeRequest } from '../../../contract/recognition.ts';

/** A request with the defaults of the interface and no word details. */
export function plainRequest(samples: Float32Array): RecognizeRequest {
  return {
    audio: { samples },
    endpointer: defaultEndpointer,
    continuous: true,
    model: 'moonshine-base',
    language: 'en',
    sentences: 1,
    words: 'none',
    written: false,
  };
}
