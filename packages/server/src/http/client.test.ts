import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { appForTest } from '../testing/app-for-test.ts';

let app: FastifyInstance;
beforeAll(async () => {
  app = await appForTest();
});
afterAll(() => app.close());

const LM = '?lm=builtin:grammar/number';
const POSTS = [
  [`/asr/rest/v3/interpret${LM}`, 'text/plain'],
  [`/asr/rest/v3/recognize${LM}`, 'audio/wav'],
  [`/asr/rest/v3/jobs${LM}`, 'audio/wav'],
  ['/asr/rest/v3/grammar', 'multipart/form-data'],
  ['/rest/v2/synthesize', 'application/json'],
  ['/rest/v2/synthesize/ssml', 'application/ssml+xml'],
  ['/v1/audio/transcriptions', 'multipart/form-data'],
] as const;

it.each(POSTS)("%s says what to send instead of curl's default", async (url, type) => {
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const answer = await app.inject({ method: 'POST', url, headers, payload: 'one' });
  expect([answer.statusCode, answer.body]).toEqual([415, expect.stringContaining(`'Content-Type: ${type}'`)]);
});

it.each(POSTS)('%s refuses compressed bodies and says how to send them', async (url, type) => {
  const headers = { 'content-type': `${type}; boundary=x`, 'content-encoding': 'GZIP' };
  const answer = await app.inject({ method: 'POST', url, headers, payload: 'one' });
  expect([answer.statusCode, answer.headers['accept-encoding']]).toEqual([415, 'identity']);
});

it.each([
  ['/asr/rest/v3/recognize', 'Infer-agee-enabled', 'Infer-age-enabled'],
  ['/asr/rest/v3/recognize', 'diarisation-enabled', 'diarization-enabled'],
  ['/asr-server/rest/recognize', 'endpointr-waitEnd', 'endpointer-waitEnd'],
  ['/asr/rest/v3/interpret', 'decoder-maxSentence', 'decoder-maxSentences'],
])('%s names the header that %s nearly is', async (path, header, meant) => {
  const headers = { [header]: '1', 'X-Request-Start': 't=1', Prefer: 'wait' };
  const answer = await app.inject({ method: 'POST', url: path + LM, headers, payload: 'one' });
  expect([answer.statusCode, answer.json()]).toEqual([
    400,
    { code: 'ERR_INVALID_PARAMETER', message: expect.stringContaining(`the nearest is ${meant}`) },
  ]);
});
