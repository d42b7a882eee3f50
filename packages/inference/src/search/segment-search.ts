import type { RecognizeSegmentInput } from '@locutor/contract';
import type { DecoderRun } from '../speech/decoder-run.ts';
import type { EncodedSpeech, SpeechModel } from '../speech/speech-model.ts';

/** One segment that is searched for its text: the model, what it encoded, and the request. */
export interface SegmentSearch {
  model: SpeechModel;
  run: DecoderRun;
  encoded: EncodedSpeech;
  language: string;
  prompt: readonly number[];
  input: RecognizeSegmentInput;
  checkpoint: () => Promise<void>;
}
