import { describe, expect, it } from 'vitest';
import { ModelsClosed, ModelUnavailable } from '../../models/recognition-models.ts';
import { awaitModel } from './await-model.ts';

const pt = { model: 'whisper-small', language: 'pt' } as const;
const failing = (error: Error) => ({ ready: () => Promise.reject(error) });
const never = {
  ready: (_model: string, signal: AbortSignal) =>
    new Promise<void>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
};

describe('waiting for a model', () => {
  it('ends when it is there', async () => {
    await expect(awaitModel({ ready: async () => {} }, pt, 10, undefined)).resolves.toBeUndefined();
  });

  it('that cannot be had is the error of a missing language model', async () => {
    const missing = failing(new ModelUnavailable('its model whisper-small is not installed'));
    await expect(awaitModel(missing, pt, 10, undefined)).rejects.toMatchObject({
      code: 'ERR_LM_NOT_FOUND',
      message: 'the language model "builtin:slm/pt" was not found: its model whisper-small is not installed',
    });
  });

  it('is given up when the server stops, and after a while', async () => {
    const stopping = failing(new ModelsClosed('the server is stopping'));
    for (const [models, message] of [
      [stopping, 'the server is stopping'],
      [never, 'the model whisper-small is still being fetched'],
    ] as const) {
      await expect(awaitModel(models, pt, 0.01, undefined)).rejects.toMatchObject({
        code: 'ERR_BUSY',
        message: expect.stringContaining(message),
        retryAfterSeconds: 5,
      });
    }
  });

  it('is given up when the client leaves', async () => {
    const client = new AbortController();
    const waiting = awaitModel(never, pt, 10, client.signal);
    client.abort(new Error('gone'));
    await expect(waiting).rejects.toThrow('gone');
  });

  it('passes other failures on', async () => {
    await expect(awaitModel(failing(new Error('odd')), pt, 10, undefined)).rejects.toThrow('odd');
  });
});
