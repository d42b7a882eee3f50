import type { RecognizedSegment, RecognizeRequest } from '@locutor/contract';
import type { Diarizer, LiveRecognizer, RecognizeOptions } from '@locutor/engine';
import type { RecognitionModels } from '../../models/recognition-models.ts';
import type { EmotionModel } from './emotion.ts';
import type { TraitEstimator } from './segment-traits.ts';

/** What RECOGNIZE needs of the rest of the server. */
export interface Recognition {
  readonly traits: TraitEstimator;
  readonly recognizer: SpeechRecognizer;
  readonly diarizer: SpeakerDiarizer;
  readonly models: RecognitionModels;
  readonly emotion: EmotionModel;
  /** Whether the engine would take one more recognition of the client now: asked before a body is read. */
  admits(client: string): boolean;
}

/** The engine's recogniser. */
export interface SpeechRecognizer {
  recognize(
    request: RecognizeRequest,
    options: RecognizeOptions & { readonly signal: AbortSignal },
  ): Promise<readonly RecognizedSegment[]>;
}

/** The engine, recognising audio while it is spoken. */
export type LiveSpeech = Pick<LiveRecognizer, 'open'>;

/** The engine, telling speakers apart. */
export type SpeakerDiarizer = Pick<Diarizer, 'diarize'>;
