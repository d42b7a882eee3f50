import type { RecognizerName } from '@locutor/engine';

/** What a recognition may need: recognisers, and noise suppression. */
export type RecognitionModel = RecognizerName | 'dtln';

export interface RecognitionModels {
  /** Waits until the model can be loaded. Throws ModelUnavailable, ModelsClosed, or the signal's reason. */
  ready(model: RecognitionModel, signal: AbortSignal): Promise<void>;
}

/** A recognition model that is not here and cannot be had now; the message completes "… was not found: ". */
export class ModelUnavailable extends Error {
  override readonly name = 'ModelUnavailable';
}

/** The server stopped before the model was here. */
export class ModelsClosed extends Error {
  override readonly name = 'ModelsClosed';
}
