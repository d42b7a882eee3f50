import { describe, expect, it } from 'vitest';
import { ServiceError } from '../errors/index.ts';
import { awaitModel } from './await-model.ts';
import { ModelsClosed, ModelUnavailable, type RecognitionModels } from './recognition-models.ts';

const notFound = (reason: string) => new ServiceError('ERR_LM_NOT_FOUND', `not found: ${reason}`);
const wait = (models: RecognitionModels, seconds = 10, signal?: AbortSignal) =>
  awaitModel(models, 'whisper-small', { seconds, signal, notFound });
const failing = (error: Error) => ({ ready: () => Promise.reject(error) });
const never = {
  ready: (_model: string, signal: AbortSignal) =>
    new Promise<void>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
};

describe('waiting for a model', () => {
  it('ends when it is there', async () => {
    await expect(wait({ ready: async () => {} })).resolves.toBeUndefined();
  });

  it('that cannot be had ends with the error of the caller', async () => {
    const missing = failing(new ModelUnavailable('its model whisper-small is not installed'));
    await expect(wait(missing)).rejects.toMatchObject({
      code: 'ERR_LM_NOT_FOUND',
      message: 'not found: its model whisper-small is not installed',
    });
  });

  it('is given up when the server stops, and after a while', async () => {
    const stopping = failing(new ModelsClosed('the server is stopping'));
    for (const [models, message] of [
      [stopping, 'the server is stopping'],
      [never, 'the model whisper-small is still being fetched'],
    ] as const) {
      await expect(wait(models, 0.01)).rejects.toMatchObject({
        code: 'ERR_BUSY',
        message: expect.stringContaining(message),
        retryAfterSeconds: 5,
      });
    }
  });

  it('is given up when the client leaves', async () => {
    const client = new AbortController();
    const waiting = wait(never, 10, client.signal);
    client.abort(new Error('gone'));
    await expect(waiting).rejects.toThrow('gone');
  });

  it('passes other failures on', async () => {
    await expect(wait(failing(new Error('odd')))).rejects.toThrow('odd');
  });
});
