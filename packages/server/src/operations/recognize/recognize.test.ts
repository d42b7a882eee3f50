import {
  AUDIO_INVALID,
  DeadlineExceededError,
  EngineDiedError,
  EngineUnavailableError,
  JobCanceledError,
  JobError,
  PoolClosedError,
  QueueFullError,
  type RecognizedSegment,
  type RecognizeRequest,
} from '@locutor/engine';
import { Value } from 'typebox/value';
import { describe, expect, it } from 'vitest';
import { appForTest } from '../../http/testing.ts';
import { parameters } from '../parameters/declarations.ts';
import { ModelUnavailable, type Recognition } from './recognition.ts';

const URL = '/asr/rest/v3/recognize';
const GRAMMAR =
  '#ABNF 1.0;\nlanguage en-US; root $r; tag-format <semantics/1.0>;\npublic $r = /3/ Turn on {out="ON"} | /1/ Turn on {out="START"} | /4/ Turn off {out="OFF"};\n';

function spoken(texts: readonly string[], score = 0.9, start = 0.1234567): RecognizedSegment {
  const alternatives = texts.map((text, index) => {
    const words = text
      .split(' ')
      .map((word, at) => ({ text: word, score: score / 2, start: start + at, end: start + at + 0.5 }));
    return { text, score: score - index / 10, words };
  });
  const bound = alternatives.map((each) => ({ grammar: 0, ...each }));
  return { status: 'recognized', start, end: start + 2, alternatives, bound };
}

interface Asked {
  lms?: readonly string[];
  headers?: Record<string, string>;
  payload?: Buffer | string;
  url?: string;
  env?: NodeJS.ProcessEnv;
  changes?: Partial<Recognition>;
}

const apps = new Map<string, ReturnType<typeof appForTest>>();
let current: Recognition;

/** One app per environment, with the recognition of whichever test is running. */
function appWith(env: NodeJS.ProcessEnv = {}) {
  const key = JSON.stringify(env);
  const recognition: Recognition = {
    recognizer: { recognize: (request, options) => current.recognizer.recognize(request, options) },
    models: { ready: (model, signal) => current.models.ready(model, signal) },
    admits: () => current.admits(),
  };
  const app = apps.get(key) ?? appForTest(env, { recognition });
  apps.set(key, app);
  return app;
}

/** Asks a server whose engine hears what the test says it does. */
async function ask(
  heard: (request: RecognizeRequest) => RecognizedSegment[] | Promise<never>,
  asked: Asked = {},
) {
  const requests: RecognizeRequest[] = [];
  current = {
    recognizer: {
      recognize: async (request) => {
        requests.push(request);
        return heard(request);
      },
    },
    models: { ready: async () => {} },
    admits: () => true,
    ...asked.changes,
  };
  const app = await appWith(asked.env);
  const query = (asked.lms ?? ['builtin:slm/general']).map((lm) => `lm=${encodeURIComponent(lm)}`).join('&');
  const answer = await app.inject({
    method: 'POST',
    url: `${asked.url ?? URL}?${query}`,
    headers: { 'content-type': 'audio/wav', ...asked.headers },
    payload: asked.payload ?? Buffer.from('audio'),
  });
  return {
    status: answer.statusCode,
    headers: answer.headers,
    body: answer.body,
    json: () => answer.json(),
    requests,
  };
}

function form(parts: Record<string, [type: string | undefined, content: string]>) {
  const body = Object.entries(parts).map(
    ([name, [type, content]]) =>
      `--b\r\ncontent-disposition: form-data; name="${name}"\r\n${type === undefined ? '' : `content-type: ${type}\r\n`}\r\n${content}\r\n`,
  );
  return { payload: `${body.join('')}--b--`, headers: { 'content-type': 'multipart/form-data; boundary=b' } };
}

describe('a recognition', () => {
  it('is the segments in the words of the interface', async () => {
    const { status, json } = await ask(() => [spoken(['hello world']), { ...spoken(['again'], 0.5, 3) }]);
    expect(status).toBe(200);
    expect(json()).toEqual([
      {
        alternatives: [
          {
            index: 0,
            text: 'hello world',
            score: 90,
            lm: 'builtin:slm/general',
            interpretations: [],
            interpretation_scores: [],
            words: [
              { text: 'hello', score: 45, start_time: 0.123, end_time: 0.623 },
              { text: 'world', score: 45, start_time: 1.123, end_time: 1.623 },
            ],
          },
        ],
        result_status: 'RECOGNIZED',
        segment_index: 0,
        last_segment: false,
        final_result: true,
        start_time: 0.123,
        end_time: 2.123,
      },
      expect.objectContaining({ segment_index: 1, last_segment: true, start_time: 3 }),
    ]);
    expect(Object.keys(json()[0])).toEqual([
      'alternatives',
      'result_status',
      'segment_index',
      'last_segment',
      'final_result',
      'start_time',
      'end_time',
    ]);
  });

  it('is an ArrayList of items in XML', async () => {
    const segments = [
      spoken(['hi']),
      { status: 'recognition-timeout' as const, start: 3, end: 4.5, alternatives: [], bound: [] },
    ];
    const { body, headers } = await ask(() => segments, { headers: { accept: 'application/xml' } });
    expect(headers['content-type']).toBe('application/xml; charset=utf-8');
    expect(body).toBe(
      '<?xml version="1.0" encoding="UTF-8"?>\n<ArrayList><item><alternatives><alternative><index>0</index><text>hi</text><score>90</score><lm>builtin:slm/general</lm><interpretations/><interpretation_scores/><words><word><text>hi</text><score>45</score><start_time>0.123</start_time><end_time>0.623</end_time></word></words></alternative></alternatives><result_status>RECOGNIZED</result_status><segment_index>0</segment_index><last_segment>false</last_segment><final_result>true</final_result><start_time>0.123</start_time><end_time>2.123</end_time></item><item><alternatives/><result_status>RECOGNITION_TIMEOUT</result_status><segment_index>1</segment_index><last_segment>true</last_segment><final_result>true</final_result><start_time>3</start_time><end_time>4.5</end_time></item></ArrayList>',
    );
  });

  it.each([
    ['0', [0, 0]],
    ['1', [1, 0]],
    ['2', [1, 1]],
  ])('has words as decoder.wordDetails %s asks', async (details, counts) => {
    const headers = { 'decoder-wordDetails': details, 'decoder-maxSentences': '2' };
    const { json } = await ask(() => [spoken(['yes', 'yeah', 'yep'])], { headers });
    expect(json()[0].alternatives.map((each: { words: unknown[] }) => each.words.length)).toEqual(counts);
  });

  it('drops alternatives below the threshold, and is NO_MATCH without any', async () => {
    const heard = () => [spoken(['yes', 'yeah', 'yep'])];
    const some = await ask(heard, {
      headers: { 'decoder.maxSentences': '3', 'decoder.confidenceThreshold': '75' },
    });
    expect(some.json()[0].alternatives.map((each: { score: number }) => each.score)).toEqual([90, 80]);
    const none = await ask(heard, { headers: { 'decoder.confidenceThreshold': '91' } });
    expect(none.json()[0]).toMatchObject({ result_status: 'NO_MATCH', alternatives: [], end_time: 2.123 });
  });

  it('asks the engine for what the headers say', async () => {
    const headers = {
      'decoder.maxSentences': '4',
      'decoder.wordDetails': '2',
      'decoder.continuousMode': 'false',
      'noInputTimeout.enabled': 'true',
      'noInputTimeout.value': '700',
      'endpointer.enabled': 'no',
      'endpointer.headMargin': '1',
      'endpointer.tailMargin': '2',
      'endpointer.waitEnd': '103',
      'endpointer.levelMode': '2',
      'endpointer.levelThreshold': '4',
      'endpointer.autoLevelLen': '5',
      'endpointer.maxSegmentDuration': '1006',
      'endpointer.segmentOverlapTime': '7',
      'endpointer.requireInitialSilence': 'on',
      'hints.words': 'locutor:5',
      'textify.enabled': 'true',
      'content-type': 'audio/raw;rate=8000;encoding=alaw',
    };
    const { requests } = await ask(() => [spoken(['x'])], { headers });
    expect(requests).toEqual([
      {
        audio: { bytes: Buffer.from('audio'), decode: { raw: { encoding: 'alaw', rate: 8000 } } },
        continuous: false,
        noInputTimeout: 700,
        endpointer: {
          enabled: false,
          headMargin: 1,
          tailMargin: 2,
          waitEnd: 103,
          levelMode: 'fixed',
          levelThreshold: 4,
          autoLevelLength: 5,
          maxSegment: 1006,
          overlap: 7,
          requireInitialSilence: true,
        },
        model: 'moonshine-base',
        language: 'en',
        sentences: 4,
        words: 'all',
        written: true,
        hints: [{ phrase: 'locutor', boost: 5 }],
      },
    ]);
  });

  it('starts no timer that is not wanted', async () => {
    const on = { 'noInputTimeout.enabled': '1', 'recognitionTimeout.enabled': '1' };
    const heard = () => [spoken(['x'])];
    const [timed] = (await ask(heard, { headers: on })).requests;
    expect(timed).toMatchObject({ noInputTimeout: 5000, recognitionTimeout: expect.any(Number) });
    expect(timed!.recognitionTimeout).toBeLessThanOrEqual(30_000);
    const [off] = (await ask(heard, { headers: { ...on, 'decoder.startInputTimers': 'false' } })).requests;
    expect(off).not.toHaveProperty('noInputTimeout');
    expect(off).not.toHaveProperty('recognitionTimeout');
  });

  it.each([
    [{}, 'builtin:slm/general', 'moonshine-base', 'en'],
    [{ LOCUTOR_LANGUAGE: 'pt' }, 'builtin:slm/general', 'whisper-small', 'pt'],
    [{ LOCUTOR_LANGUAGE: 'pt' }, 'builtin:slm/en', 'moonshine-base', 'en'],
    [{ LOCUTOR_MULTILINGUAL_MODEL: 'whisper-tiny' }, 'builtin:slm/auto', 'whisper-tiny', 'auto'],
    [{ LOCUTOR_ENGLISH_MODEL: 'whisper-base' }, 'builtin:slm/en', 'whisper-base', 'en'],
    [{}, 'builtin:grammar/digits?language=pt', 'whisper-small', 'pt'],
  ])('with %j and %s is made by %s in %s', async (env, lm, model, language) => {
    const { requests } = await ask(() => [spoken(['x'])], { env, lms: [lm] });
    expect(requests).toMatchObject([{ model, language }]);
  });

  it('is written where the configuration says so and the request does not', async () => {
    const env = { LOCUTOR_TEXTIFY: 'true' };
    const heard = () => [spoken(['x'])];
    expect((await ask(heard, { env })).requests).toMatchObject([{ written: true }]);
    const plain = await ask(heard, { env, headers: { 'textify-enabled': 'off' } });
    expect(plain.requests).toMatchObject([{ written: false }]);
  });
});

describe('several language models', () => {
  it('of one recogniser are one run, and the first named is the one that matched', async () => {
    const { requests, json } = await ask(() => [spoken(['x'])], {
      lms: ['builtin:slm/en', 'builtin:slm/general'],
    });
    expect(requests).toHaveLength(1);
    expect(json()[0].alternatives).toMatchObject([{ lm: 'builtin:slm/en' }]);
  });

  it('of several languages are heard side by side, the likeliest first', async () => {
    const heard = ({ language }: RecognizeRequest) =>
      language === 'en'
        ? [spoken(['sing', 'ciao'], 0.4)]
        : [spoken(['sim', 'ciao'], 0.8), spoken(['tchau'], 0.7, 3)];
    const { json } = await ask(heard, {
      lms: ['builtin:slm/en', 'builtin:slm/pt'],
      headers: { 'decoder.maxSentences': '5' },
    });
    const alternatives = json().map(({ alternatives }: { alternatives: { lm: string; text: string }[] }) =>
      alternatives.map(({ lm, text }) => [lm.slice(-2), text]),
    );
    expect(alternatives).toEqual([
      [
        ['pt', 'sim'],
        ['pt', 'ciao'],
        ['en', 'sing'],
      ],
      [['pt', 'tchau']],
    ]);
  });

  it('are not of more than four languages', async () => {
    const lms = ['en', 'pt', 'es', 'fr', 'de'].map((code) => `builtin:slm/${code}`);
    expect((await ask(() => [], { lms })).json()).toMatchObject({ code: 'ERR_INVALID_PARAMETER' });
  });
});

describe('a grammar', () => {
  const inline = form({ lm: ['application/srgs', GRAMMAR], audio: ['audio/raw; rate=8000', 'bytes'] });

  it('gives its words, meanings and scores, from the likeliest text it accepts', async () => {
    const { json, requests } = await ask(() => [spoken(['turn of', 'turn on', 'turn off'], 0.9)], {
      lms: [],
      ...inline,
      headers: { ...inline.headers, 'decoder.maxSentences': '2' },
    });
    expect(requests).toMatchObject([
      { audio: { decode: { raw: { rate: 8000 } } }, sentences: 2, words: 'first', written: false },
    ]);
    const [segment] = json();
    expect(segment.result_status).toBe('RECOGNIZED');
    expect(Object.keys(segment.alternatives[0])).toEqual([
      'index',
      'text',
      'score',
      'lm',
      'interpretations',
      'interpretation_scores',
      'words',
    ]);
    expect(segment.alternatives).toMatchObject([
      {
        index: 0,
        text: 'Turn on',
        score: 80,
        lm: 'inline:0',
        interpretations: ['ON', 'START'],
        interpretation_scores: [60, 20],
        words: [{ text: 'Turn' }, { text: 'on', start_time: 1.123 }],
      },
      { index: 1, text: 'Turn off', interpretations: ['OFF'], words: [] },
    ]);
  });

  it('is NO_MATCH where it accepts nothing that was heard', async () => {
    const { json } = await ask(() => [spoken(['good morning'])], { lms: [], ...inline });
    expect(json()).toMatchObject([{ result_status: 'NO_MATCH', alternatives: [] }]);
  });

  it('stands in front of free speech', async () => {
    const { json } = await ask(() => [spoken(['turn on'], 0.9)], {
      ...inline,
      headers: { ...inline.headers, 'decoder.maxSentences': '5' },
    });
    expect(json()[0].alternatives.map(({ lm }: { lm: string }) => lm)).toEqual([
      'inline:0',
      'builtin:slm/general',
    ]);
  });

  it.each([
    ['#ABNF 1.0;\nmode dtmf; root $r;\npublic $r = 1 | 2;\n', 'its mode is dtmf'],
    ['#ABNF 1.0;\nlanguage tlh; root $r;\npublic $r = qapla;\n', 'its language "tlh"'],
    ['nothing at all', 'cannot be used'],
  ])('%j is refused', async (grammar, reason) => {
    const { status, json } = await ask(() => [], {
      lms: [],
      ...form({ lm: ['application/srgs', grammar], audio: [undefined, 'x'] }),
    });
    expect([status, json()]).toEqual([
      422,
      { code: 'ERR_LM_INVALID', message: expect.stringContaining(reason) },
    ]);
  });
});

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

describe('a request', () => {
  it('is refused before its body is read when the engine takes no more', async () => {
    const { status, headers, json, requests } = await ask(() => [], { changes: { admits: () => false } });
    expect([status, json().code, headers['retry-after'], requests]).toEqual([503, 'ERR_BUSY', '1', []]);
  });

  it.each([
    ['Infer-age-enabled', 'age classification'],
    ['Infer-gender-enabled', 'gender classification'],
    ['Infer-emotion-enabled', 'emotion classification'],
    ['diarization-enabled', 'diarization'],
  ])('may not ask for %s, except of the earlier variant, which ignores it', async (header, what) => {
    const heard = () => [spoken(['x'])];
    const asked = await ask(heard, { headers: { [header]: 'true' } });
    expect(asked.json()).toEqual({
      code: 'ERR_CLASSIFIER_NOT_INSTALLED',
      message: `${header} is true, but ${what} is not installed`,
    });
    expect((await ask(heard, { headers: { [header]: 'maybe' } })).json().code).toBe('ERR_INVALID_PARAMETER');
    expect((await ask(heard, { headers: { [header]: 'false' } })).status).toBe(200);
    const url = '/asr-server/rest/recognize';
    expect((await ask(heard, { headers: { [header]: 'maybe' }, url })).status).toBe(200);
  });

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

describe('the description', () => {
  it('lists both variants with their headers, types and an example', async () => {
    const { paths } = (await (await appWith()).inject('/openapi.json')).json();
    const [current, earlier] = [paths[URL].post, paths['/asr-server/rest/recognize'].post];
    const names = (operation: typeof current) =>
      operation.parameters.map((each: { name: string }) => each.name);
    const classifiers = [
      'Infer-age-enabled',
      'Infer-gender-enabled',
      'Infer-emotion-enabled',
      'diarization-enabled',
    ];
    expect(names(earlier)).toEqual([
      'lm',
      ...Object.keys(parameters).map((name) => name.replaceAll('.', '-')),
    ]);
    expect(names(current)).toEqual([...names(earlier), ...classifiers]);
    expect(Object.keys(current.requestBody.content)).toEqual([
      'application/octet-stream',
      'audio/wav',
      'audio/raw',
      'audio/*',
      'multipart/form-data',
    ]);
    expect(current.responses[200].content['application/json'].example).toMatchObject([
      { result_status: 'RECOGNIZED' },
    ]);
    expect(Object.keys(current.responses)).toEqual([
      '200',
      '400',
      '401',
      '403',
      '404',
      '406',
      '408',
      '413',
      '415',
      '422',
      '500',
      '503',
    ]);
  });

  it('shows an example that the operation itself could give', async () => {
    const { paths } = (await (await appWith()).inject('/openapi.json')).json();
    const { schema, example } = paths[URL].post.responses[200].content['application/json'];
    expect(Value.Check(schema, example)).toBe(true);
    const { json } = await ask(() => [spoken(['hello world'])]);
    expect(Value.Check(schema, json())).toBe(true);
    expect(Object.keys(json()[0].alternatives[0])).toEqual(Object.keys(example[0].alternatives[0]));
  });
});
