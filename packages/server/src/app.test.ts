import { expect, it } from 'vitest';
import { appForTest } from './testing/app-for-test.ts';

const ENCODERS = '/rest/v2/encoders';

it('puts the prefix in front of every path', async () => {
  const app = await appForTest({ LOCUTOR_PATH_PREFIX: '/speech/v1' });
  for (const path of [
    ENCODERS,
    '/tts/rest/v2/encoders',
    '/health/live',
    '/metrics',
    '/openapi.json',
    '/reference',
  ]) {
    expect([path, (await app.inject(`/speech/v1${path}`)).statusCode]).toEqual([path, 200]);
    expect([path, (await app.inject(path)).statusCode]).toEqual([path, 404]);
  }
});
