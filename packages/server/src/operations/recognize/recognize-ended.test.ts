import { AUDIO_INVALID, JobError } from '@locutor/contract';
import {
  DeadlineExceededError,
  EngineDiedError,
  EngineUnavailableError,
  JobCanceledError,
  PoolClosedError,
  QueueFullError,
} from '@locutor/engine';
import { describe, expect, it } from 'vitest';
import { ModelsClosed, ModelUnavailable } from '../../models/recognition-models.ts';
import { type Asked, ask, form, GRAMMAR, spoken } from './testing.ts';

describe('what ends a recognition', () => {
  it.each<[Error, number, string]>([
    [new JobError(AUDIO_INVALID, 'the bytes start like no known audio format'), 400, 'ERR_AUDIO_INVALID'],
    [new QueueFullError(3, 7), 503, 'ERR_BUSY'],
    [new EngineUnavailableError('no memory'), 503, 'ERR_BUSY'],
    [new Error('a bug'), 500, 'ERR_INTERNAL'],
  ])('%s is %i %s', async (error, status, code) => {
    const answer = await ask(() => Promise.reject(error));
    expect([answer.status, answer.json().code]).toEqual([status, code]);
    if (status === 503) expect(answer.headers['retry-after']).toMatch(/^[57]$/);
    if (code === 'ERR_AUDIO_INVALID') expect(answer.json().message).toBe(error.message);
  });

  it.each<[Error, string]>([
    [new EngineDiedError('recognize', 'SIGKILL'), 'FAILURE'],
    [new JobCanceledError('recognize', 'shutdown'), 'CANCELED'],
    [new PoolClosedError('draining'), 'CANCELED'],
    [new DeadlineExceededError('recognize', 5, false), 'RECOGNITION_TIMEOUT'],
  ])('%s is the one result %s', async (error, status) => {
    expect((await ask(() => Promise.reject(error))).json()).toEqual([
      {
        alternatives: [],
        result_status: status,
        segment_index: 0,
        last_segment: true,
        final_result: true,
        start_time: 0,
        end_time: 0,
      },
    ]);
  });

  it.each([
    'no-input-timeout',
    'early-speech',
    'max-speech',
    'recognition-timeout',
    'no-speech',
    'canceled',
    'failure',
  ] as const)('%s of the engine is the status of that name', async (status) => {
    const { json } = await ask(() => [{ status, start: 0, end: 1.5, alternatives: [], bound: [] }]);
    const name = status.toUpperCase().replaceAll('-', '_');
    expect(json()).toMatchObject([
      { result_status: name, alternatives: [], end_time: 1.5, last_segment: true },
    ]);
  });

  it('is a model that is not there', async () => {
    const models = { ready: () => Promise.reject(new ModelUnavailable('its model is not installed')) };
    const { status, json } = await ask(() => [], { changes: { models } });
    expect([status, json()]).toEqual([
      404,
      {
        code: 'ERR_LM_NOT_FOUND',
        message: 'the language model "builtin:slm/general" was not found: its model is not installed',
      },
    ]);
  });

  it('is noise suppression that is not there, where it is asked for', async () => {
    const models = {
      ready: (model: string) =>
        model === 'dtln'
          ? Promise.reject(new ModelUnavailable('its model is not installed'))
          : Promise.resolve(),
    };
    const recognized = () => [spoken(['x'])];
    expect((await ask(recognized, { changes: { models } })).status).toBe(200);
    const headers = { 'enhancement.enabled': 'true' };
    const { status, json } = await ask(recognized, { headers, changes: { models } });
    expect([status, json()]).toEqual([
      400,
      {
        code: 'ERR_CLASSIFIER_NOT_INSTALLED',
        message:
          'enhancement.enabled is true, but noise suppression cannot be used: its model is not installed',
      },
    ]);
  });

  it('is a server that stops while a model is fetched', async () => {
    const models = { ready: () => Promise.reject(new ModelsClosed('the server is stopping')) };
    const { json } = await ask(() => [], { changes: { models } });
    expect(json()).toMatchObject([{ result_status: 'CANCELED' }]);
  });

  it('is a timer that runs out while a model is fetched', async () => {
    const models = {
      ready: (_model: string, signal: AbortSignal) =>
        new Promise<void>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
    };
    const headers = { 'recognitionTimeout-enabled': 'true', 'recognitionTimeout-value': '20' };
    expect((await ask(() => [], { changes: { models }, headers })).json()).toMatchObject([
      { result_status: 'RECOGNITION_TIMEOUT' },
    ]);
  });
});

describe('audio that is not understood', () => {
  const refused = async (reason: string) => {
    const error = new JobError(AUDIO_INVALID, 'no', { data: { reason } });
    const { json } = await ask(() => Promise.reject(error));
    return (json() as { message: string }).message;
  };

  it('is answered with what to send instead', async () => {
    expect(await refused('unknown-format')).toMatch(/^no; .* audio\/raw;encoding=…;rate=… /);
    expect(await refused('not-accepted')).toMatch(/^no; .* application\/octet-stream$/);
    expect(await refused('malformed')).toBe('no');
  });
});

describe('a request', () => {
  it('is refused before its body is read when the engine takes no more', async () => {
    const { status, headers, json, requests } = await ask(() => [], { changes: { admits: () => false } });
    expect([status, json().code, headers['retry-after'], requests]).toEqual([503, 'ERR_BUSY', '1', []]);
  });

  it.each([
    [
      'Infer-emotion-enabled',
      'emotion classification',
      '. Its licence forbids commercial use; install it with: npx locutor models fetch emotion',
    ],
  ])(
    'may not ask for %s, except of the earlier variant, which ignores it',
    async (header, what, more = '') => {
      const recognized = () => [spoken(['x'])];
      const asked = await ask(recognized, { headers: { [header]: 'true' } });
      expect(asked.json()).toEqual({
        code: 'ERR_CLASSIFIER_NOT_INSTALLED',
        message: `${header} is true, but ${what} is not installed${more}`,
      });
      expect((await ask(recognized, { headers: { [header]: 'maybe' } })).json().code).toBe(
        'ERR_INVALID_PARAMETER',
      );
      for (const no of ['false', 'FALSE', '0', 'no', 'Off']) {
        expect((await ask(recognized, { headers: { [header]: no } })).status, no).toBe(200);
      }
      for (const yes of ['TRUE', '1', 'yes', 'On']) {
        const code = (await ask(recognized, { headers: { [header]: yes } })).json().code;
        expect(code, yes).toBe('ERR_CLASSIFIER_NOT_INSTALLED');
      }
      for (const word of ['constructor', '__proto__', '']) {
        const code = (await ask(recognized, { headers: { [header]: word } })).json().code;
        expect(code, word).toBe('ERR_INVALID_PARAMETER');
      }
      const url = '/asr-server/rest/recognize';
      expect((await ask(recognized, { headers: { [header]: 'maybe' }, url })).status).toBe(200);
    },
  );

  it.each<[string, Asked, number, string]>([
    ['without lm', { lms: [] }, 400, 'ERR_LM_REQUIRED'],
    ['with an unknown lm', { lms: ['builtin:slm/xx'] }, 404, 'ERR_LM_NOT_FOUND'],
    ['of another type', { headers: { 'content-type': 'text/plain' } }, 415, 'ERR_UNSUPPORTED_MEDIA_TYPE'],
    ['that is compressed', { headers: { 'content-encoding': 'gzip' } }, 415, 'ERR_UNSUPPORTED_MEDIA_TYPE'],
    ['for an image', { headers: { accept: 'image/png' } }, 406, 'ERR_NOT_ACCEPTABLE'],
    ['without audio', { payload: '' }, 400, 'ERR_EMPTY_BODY'],
    [
      'over the limit',
      { env: { LOCUTOR_MAX_BODY_BYTES: '1024' }, payload: 'x'.repeat(1025) },
      413,
      'ERR_TOO_LARGE',
    ],
    [
      'with a dotted header when hosted',
      { env: { LOCUTOR_DEPLOYMENT: 'hosted' }, headers: { 'decoder.maxSentences': '1' } },
      400,
      'ERR_INVALID_PARAMETER',
    ],
    ['as a form without audio', form({ lm: ['application/srgs', GRAMMAR] }), 400, 'ERR_EMPTY_BODY'],
    ['as a form of text', form({ audio: ['text/plain', 'x'] }), 415, 'ERR_UNSUPPORTED_MEDIA_TYPE'],
    ['as a form without lm', { lms: [], ...form({ audio: [undefined, 'x'] }) }, 400, 'ERR_LM_REQUIRED'],
    [
      'with credentials for something else',
      { headers: { authorization: 'Bearer verify-token' } },
      403,
      'ERR_FORBIDDEN',
    ],
  ])('%s is refused', async (_what, asked, status, code) => {
    const answer = await ask(() => [], asked);
    expect([answer.status, answer.json().code, answer.requests]).toEqual([status, code, []]);
  });

  it('with credentials for it is served, and of any type to the earlier variant', async () => {
    const headers = { authorization: 'Bearer recognize-token', 'content-type': 'text/plain' };
    const answer = await ask(() => [spoken(['x'])], { headers, url: '/asr-server/rest/recognize/' });
    expect(answer.status).toBe(200);
  });
});
