import { expect, it } from 'vitest';
import { appForTest } from '../../testing/app-for-test.ts';

const ENCODERS = '/rest/v2/encoders';

it('describes what it serves', async () => {
  const app = await appForTest();
  const description = (await app.inject('/openapi.json')).json();
  expect(description.openapi).toBe('3.1.0');
  expect(Object.keys(description.paths).sort()).toEqual(
    [
      '/asr-server/asr',
      '/asr/ws/v3/recognize',
      '/asr-server/rest/interpret',
      '/asr-server/rest/recognize',
      '/asr/rest/v3/grammar',
      '/asr/rest/v3/interpret',
      '/asr/rest/v3/jobs',
      '/asr/rest/v3/jobs/{id}',
      '/asr/rest/v3/jobs/{id}/result',
      '/asr/rest/v3/recognize',
      '/health/live',
      '/health/ready',
      '/jambonz/recognize',
      '/jambonz/speak',
      '/jambonz/synthesize',
      '/metrics',
      ENCODERS,
      ...['', '/tts'].flatMap((path) => [
        `${path}/rest/v2/synthesize`,
        `${path}/rest/v2/synthesize/ssml`,
        `${path}/rest/v2/voices`,
      ]),
      '/rest/v3/enroll',
      '/rest/v3/grammars/reload',
      '/rest/v3/models',
      '/rest/v3/models/{model}',
      '/rest/v3/repositories',
      '/rest/v3/repositories/{repository_uri}',
      '/rest/v3/scenarios',
      '/rest/v3/scenarios/{scenario}',
      '/rest/v3/users',
      '/rest/v3/users/{user_id}',
      '/rest/v3/verify',
      '/tts/rest/v2/encoders',
      '/v1/audio/speech',
      '/v1/audio/transcriptions',
      '/v1/audio/translations',
      '/v1/models',
      '/v1/models/{model}',
      '/auth/token',
      '/asterisk/aeap',
      '/auth/check',
    ].sort(),
  );
  const { responses } = description.paths[ENCODERS].get;
  expect(Object.keys(responses)).toEqual([
    '200',
    '400',
    '401',
    '403',
    '406',
    '408',
    '429',
    '431',
    '500',
    '503',
  ]);
  const { EncoderInfo, EncoderInfoC } = description.components.schemas;
  expect(EncoderInfo.properties.sampleRate.type).toBe('string');
  expect(EncoderInfoC.properties.sampleRate.type).toBe('integer');
  const jsonOf = ({ content }: { content?: Record<string, object> }) => content?.['application/json'];
  const described = Object.values<Record<string, { responses: object; requestBody?: object }>>(
    description.paths,
  )
    .flatMap((path) => Object.values(path))
    .map(
      ({ responses, requestBody }) =>
        [requestBody, JSON.stringify(Object.values(responses).map(jsonOf))] as const,
    );
  for (const [body, answers] of described.filter(([, each]) => each.includes('ERR_UNAUTHORIZED'))) {
    // Whoever is asked for credentials may be told that they cannot be checked.
    for (const code of ['ERR_RATE_LIMITED', 'ERR_ISSUER_UNAVAILABLE', 'ERR_STORE_UNAVAILABLE', 'ERR_BUSY']) {
      expect(answers.match(new RegExp(`"${code}"`, 'g'))).toHaveLength(1);
    }
    if (!body) continue;
    for (const code of ['ERR_TOO_LARGE', 'ERR_REQUEST_TIMEOUT', 'ERR_UNSUPPORTED_MEDIA_TYPE']) {
      expect(answers).toContain(`"${code}"`);
    }
  }
  for (const path of ['/health/live', '/health/ready'])
    expect(description.paths[path].get.security).toEqual([]);
  // Python's re and others know no classes of Unicode.
  expect(JSON.stringify(description)).not.toMatch(/"pattern":"[^"]*\\\\p\{/);
  const { content } = responses['200'];
  expect(content['application/xml'].example).toEqual(content['application/json'].example);
  const interpret = description.paths['/asr/rest/v3/interpret'].post;
  expect(interpret.parameters.map((each: { name: string }) => each.name)).toEqual([
    'lm',
    'decoder-maxSentences',
    'decoder-confidenceThreshold',
    'Idempotency-Key',
  ]);
  expect(Object.keys(interpret.requestBody.content)).toEqual(['text/plain', 'multipart/form-data']);
  const page = await app.inject('/reference/');
  expect([page.statusCode, page.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
});
