import { ServiceError } from '../errors/index.ts';
import {
  ModelsClosed,
  ModelUnavailable,
  type RecognitionModel,
  type RecognitionModels,
} from './recognition-models.ts';

const RETRY = { retryAfterSeconds: 5 };

export interface Waiting {
  /** No longer than any job may take. */
  readonly seconds: number;
  readonly signal?: AbortSignal | undefined;
  /** The error of a model that cannot be had; the reason completes "… was not found: ". */
  notFound(reason: string): ServiceError;
}

/** Waits until a model can be used, which may have to be fetched. */
export async function awaitModel(
  models: RecognitionModels,
  model: RecognitionModel,
  { seconds, signal, notFound }: Waiting,
): Promise<void> {
  const timeout = AbortSignal.timeout(1000 * seconds);
  try {
    await models.ready(model, signal ? AbortSignal.any([signal, timeout]) : timeout);
  } catch (error) {
    if (error instanceof ModelUnavailable) throw notFound(error.message);
    if (error instanceof ModelsClosed) {
      throw new ServiceError('ERR_BUSY', 'the server is stopping; try again later', RETRY);
    }
    if (timeout.aborted && !signal?.aborted) {
      throw new ServiceError('ERR_BUSY', `the model ${model} is still being fetched; try again later`, RETRY);
    }
    throw error;
  }
}
