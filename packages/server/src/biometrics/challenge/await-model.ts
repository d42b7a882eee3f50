import type { RecognizerName } from '@locutor/engine';
import { ServiceError } from '../../errors/index.ts';
import { lmNotFound } from '../../grammars/index.ts';
import { ModelsClosed, ModelUnavailable, type RecognitionModels } from '../../models/recognition-models.ts';

const RETRY = { retryAfterSeconds: 5 };

/** Waits until a model can be used, which may have to be fetched: no longer than any job may take. */
export async function awaitModel(
  models: RecognitionModels,
  { model, language }: { readonly model: RecognizerName; readonly language: string },
  seconds: number,
  signal: AbortSignal | undefined,
): Promise<void> {
  const timeout = AbortSignal.timeout(1000 * seconds);
  try {
    await models.ready(model, signal ? AbortSignal.any([signal, timeout]) : timeout);
  } catch (error) {
    if (error instanceof ModelUnavailable) throw lmNotFound(`builtin:slm/${language}`, error.message);
    if (error instanceof ModelsClosed) {
      throw new ServiceError('ERR_BUSY', 'the server is stopping; try again later', RETRY);
    }
    if (timeout.aborted && !signal?.aborted) {
      throw new ServiceError('ERR_BUSY', `the model ${model} is still being fetched; try again later`, RETRY);
    }
    throw error;
  }
}
