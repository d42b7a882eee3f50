import type { RecognizerName, SynthesizerName } from '@locutor/contract';

/** What a request may need: recognisers, noise suppression, and voices for synthesis. */
export type RecognitionModel = RecognizerName | 'dtln' | SynthesizerName;

export interface RecognitionModels {
  /** Waits until the model can be loaded. Throws ModelUnavailable, ModelsClosed, or the signal's reason. */
  ready(model: RecognitionModel, signal: AbortSignal): Promise<void>;
}

/** A model that is not here and cannot be had now; the message completes "… was not found: ". */
export class ModelUnavailable extends Error {
  override readonly name = 'ModelUnavailable';
}

/** The server stopped before the model was here. */
export class ModelsClosed extends Error {
  override readonly name = 'ModelsClosed';
}
