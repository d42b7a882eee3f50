import type { RecognizedSegment, RecognizeRequest } from '@locutor/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FORM_TYPE, formOf, type SentPart } from '../../testing/plain-server.ts';
import { type Asked, ask, spoken } from '../recognize/testing.ts';

const PATH = '/v1/audio/transcriptions';
const FILE = { name: 'file', type: 'audio/wav', content: 'audio' };
const MODEL = { name: 'model', content: 'whisper-1' };

type Fields = Readonly<Record<string, string | readonly string[]>>;
const partsOf = (fields: Fields): SentPart[] =>
  Object.entries(fields).flatMap(([name, contents]) =>
    [contents].flat().map((content) => ({ name, content })),
  );

/** Sends a form to a server whose engine recognises what the test says. */
const send = (
  parts: readonly SentPart[],
  recognized: (request: RecognizeRequest) => RecognizedSegment[] | Promise<never> = () => [
    spoken(['Good day.']),
  ],
  more: Partial<Asked> = {},
) =>
  ask(recognized, {
    url: PATH,
    payload: formOf(parts),
    ...more,
    headers: { 'content-type': FORM_TYPE, ...more.headers },
  });
const transcribe = (fields: Fields, ...more: [Parameters<typeof send>[1]?, Parameters<typeof send>[2]?]) =>
  send([FILE, MODEL, ...partsOf(fields)], ...more);

const eventsOf = (body: string) =>
  body
    .split('\n\n')
    .filter(Boolean)
    .map((event) => JSON.parse(event.replace(/^data: /, '')));

describe('a transcription', () => {
  it('is cased text with the words only where they are needed', async () => {
    const { json, requests } = await transcribe({});
    expect(json()).toEqual({ text: 'Good day.', usage: { type: 'duration', seconds: 0 } });
    expect(requests).toMatchObject([{ written: true, words: 'none', language: 'en', sentences: 1 }]);
    const srt = await transcribe({ response_format: 'srt' });
    expect(srt.requests).toMatchObject([{ words: 'first' }]);
    expect(srt.headers['content-type']).toBe('application/x-subrip; charset=utf-8');
  });

  it.each<[Fields, Partial<RecognizeRequest>]>([
    [{ language: 'pt-BR' }, { language: 'pt', model: 'whisper-small' }],
    [{ language: 'auto' }, { language: 'auto' }],
    [
      { prompt: 'Locutor, Ana' },
      {
        hints: [
          { phrase: 'Locutor', boost: 10 },
          { phrase: 'Ana', boost: 10 },
        ],
      },
    ],
    [{ 'keywords[]': ['Locutor'] }, { hints: [{ phrase: 'Locutor', boost: 10 }] }],
    [
      { chunking_strategy: '{"type":"server_vad","silence_duration_ms":300,"prefix_padding_ms":100}' },
      { endpointer: expect.objectContaining({ waitEnd: 300, headMargin: 100 }) },
    ],
    [
      { 'chunking_strategy[type]': 'server_vad', 'chunking_strategy[silence_duration_ms]': '500' },
      { endpointer: expect.objectContaining({ waitEnd: 500 }) },
    ],
    [{ chunking_strategy: 'auto', temperature: '0.2', unknown: 'x', user: 'y' }, { language: 'en' }],
  ])('with %j asks the engine for %j', async (fields, expected) => {
    const { status, requests } = await transcribe(fields);
    expect([status, requests]).toEqual([200, [expect.objectContaining(expected)]]);
  });

  it('obeys the configuration headers of RECOGNIZE', async () => {
    const headers = { 'hints-words': 'agent:20', 'decoder-maxSentences': '5' };
    const { requests } = await transcribe({}, undefined, { headers });
    expect(requests).toMatchObject([{ sentences: 1, hints: [{ phrase: 'agent', boost: 20 }] }]);
  });

  it('is billed to the account that a header names', async () => {
    const headers = { 'license-manager-accountTag': 'acme' };
    expect((await transcribe({}, undefined, { headers })).headers['x-transaction-id']).toBe('1');
    expect((await transcribe({})).headers['x-transaction-id']).toBeUndefined();
  });

  it('without speech is empty text', async () => {
    const silence: RecognizedSegment = { status: 'no-speech', start: 0, end: 1, alternatives: [], bound: [] };
    expect((await transcribe({}, () => [silence])).json()).toMatchObject({ text: '' });
    expect((await transcribe({ response_format: 'vtt' }, () => [silence])).body).toBe('WEBVTT\n');
    expect(eventsOf((await transcribe({ stream: 'true' }, () => [silence])).body)).toEqual([
      { type: 'transcript.text.done', text: '' },
    ]);
  });
});

describe('errors', () => {
  const refusal = async (answer: ReturnType<typeof send>) => {
    const { status, json } = await answer;
    const { error } = json();
    expect(Object.keys(error)).toEqual(['message', 'type', 'param', 'code']);
    return [status, error.param, error.code];
  };

  it.each<[Fields, number, string, string]>([
    [{ language: 'klingon' }, 400, 'language', 'ERR_INVALID_PARAMETER'],
    [{ response_format: 'xml' }, 400, 'response_format', 'ERR_INVALID_PARAMETER'],
    [{ temperature: '3' }, 400, 'temperature', 'ERR_INVALID_PARAMETER'],
    [{ stream: 'maybe' }, 400, 'stream', 'ERR_INVALID_PARAMETER'],
    [{ stream: 'true', response_format: 'srt' }, 400, 'stream', 'ERR_NOT_SUPPORTED'],
    [{ 'timestamp_granularities[]': 'letter' }, 400, 'timestamp_granularities', 'ERR_INVALID_PARAMETER'],
    [{ chunking_strategy: 'sometimes' }, 400, 'chunking_strategy', 'ERR_INVALID_PARAMETER'],
    [{ chunking_strategy: '{"silence_duration_ms":"x"}' }, 400, 'chunking_strategy', 'ERR_INVALID_PARAMETER'],
    [
      { 'known_speaker_references[]': 'data:audio/wav;base64,AA' },
      400,
      'known_speaker_references',
      'ERR_NOT_SUPPORTED',
    ],
    [{ model: 'whisper-1' }, 400, 'model', 'ERR_INVALID_PARAMETER'],
  ])('%j', async (fields, ...expected) => {
    expect(await refusal(transcribe(fields))).toEqual(expected);
  });

  it('name the field that is too long', async () => {
    const names = Array.from({ length: 129 }, (_, at) => `user${at}`);
    const many = transcribe({ 'known_speaker_names[]': names });
    expect(await refusal(many)).toEqual([400, 'known_speaker_names', 'ERR_INVALID_PARAMETER']);
    const long = transcribe({ prompt: 'x'.repeat(70_000) });
    expect(await refusal(long)).toEqual([413, 'prompt', 'ERR_TOO_LARGE']);
    const large = transcribe({ prompt: 'x'.repeat(2000) }, undefined, {
      env: { LOCUTOR_MAX_BODY_BYTES: '1024' },
    });
    expect(await refusal(large)).toEqual([413, null, 'ERR_TOO_LARGE']);
  });

  it('name the field that is missing, empty or unknown', async () => {
    expect(await refusal(send([FILE]))).toEqual([400, 'model', 'ERR_INVALID_PARAMETER']);
    expect(await refusal(send([MODEL]))).toEqual([400, 'file', 'ERR_INVALID_PARAMETER']);
    expect(await refusal(send([MODEL, { ...FILE, content: '' }]))).toEqual([400, 'file', 'ERR_EMPTY_BODY']);
    const unknown = send([FILE, { name: 'model', content: 'whisper-9' }]);
    expect(await refusal(unknown)).toEqual([404, 'model', 'model_not_found']);
  });

  it.each<[Partial<Asked>, number, string]>([
    [{ headers: { authorization: 'Bearer encoders-token' } }, 403, 'ERR_FORBIDDEN'],
    [{ headers: { 'content-type': 'audio/wav' } }, 415, 'ERR_UNSUPPORTED_MEDIA_TYPE'],
    [{ headers: { 'content-encoding': 'gzip' } }, 415, 'ERR_UNSUPPORTED_MEDIA_TYPE'],
    [{ headers: { 'decoder-unknown': '1' } }, 400, 'ERR_INVALID_PARAMETER'],
    [{ payload: Buffer.alloc(0) }, 400, 'ERR_EMPTY_BODY'],
    [{ changes: { admits: () => false } }, 503, 'ERR_BUSY'],
    [{ url: '/v1/nothing' }, 404, 'ERR_NOT_FOUND'],
    [{ url: '/v1/%ff' }, 400, 'ERR_MALFORMED_REQUEST'],
    [{ url: '/v1' }, 404, 'ERR_NOT_FOUND'],
    [{ url: '/v1/audio/translations' }, 400, 'ERR_NOT_SUPPORTED'],
    [{ url: '/v1/models' }, 405, 'ERR_METHOD_NOT_ALLOWED'],
  ])('of %j', async (asked, status, code) => {
    expect(await refusal(transcribe({}, undefined, asked))).toEqual([status, null, code]);
  });

  it('are for a wrong key only where credentials are required', async () => {
    const headers = { authorization: 'Bearer sk-none' };
    expect((await transcribe({}, undefined, { headers })).status).toBe(200);
    const env = { LOCUTOR_AUTH_RECOGNIZE: 'required' };
    expect(await refusal(transcribe({}, undefined, { headers, env }))).toEqual([
      401,
      null,
      'invalid_api_key',
    ]);
  });

  it('say when to try again', async () => {
    const { headers } = await transcribe({}, undefined, { changes: { admits: () => false } });
    expect(headers['retry-after']).toBe('1');
  });

  it.each([
    ['failure', 500, 'ERR_INTERNAL'],
    ['canceled', 503, 'ERR_BUSY'],
    ['recognition-timeout', 503, 'ERR_BUSY'],
    ['max-speech', 413, 'ERR_TOO_LARGE'],
  ] as const)('are better than half a transcript: %s', async (status, code, name) => {
    const rest: RecognizedSegment = { status, start: 3, end: 9, alternatives: [], bound: [] };
    const answer = await transcribe({}, () => [spoken(['Good day.']), rest]);
    expect([answer.status, answer.json().error.code]).toEqual([code, name]);
    const streamed = await transcribe({ stream: 'true' }, () => [spoken(['Good day.']), rest]);
    expect(eventsOf(streamed.body)).toEqual([
      { type: 'transcript.text.delta', delta: 'Good day.' },
      { error: expect.objectContaining({ code: name }) },
    ]);
  });

  it('never are a crash, whatever the form holds', async () => {
    const names = fc.constantFrom(
      'file',
      'model',
      'language',
      'prompt',
      'stream',
      'include[]',
      'chunking_strategy',
      'known_speaker_names[]',
      'x[y][z]',
      '[]',
      'temperature',
    );
    const content = fc.oneof(
      fc.string(),
      fc.constantFrom('whisper-1', 'true', 'en', '{}', '{"type":', 'json'),
      fc.uint8Array(),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(names, content), { maxLength: 8 }), async (fields) => {
        const { status } = await send(fields.map(([name, each]) => ({ name, content: each })));
        expect(status).toBeLessThan(500);
      }),
      { numRuns: 60 },
    );
  });
});

describe('a streamed transcription', () => {
  it('has an event for each segment while others are recognised, then the whole text', async () => {
    const segments = [spoken(['Good day.'], 0.9, 0), spoken(['How are you?'], 0.9, 3)];
    let late = () => {};
    const done = new Promise<void>((resolve) => {
      late = resolve;
    });
    const given: string[] = [];
    const { body, headers } = await transcribe({ stream: 'true' }, undefined, {
      changes: {
        recognizer: {
          recognize: async (_request, { onSegment }) => {
            onSegment?.(segments[0]!);
            given.push('first');
            setTimeout(late, 10);
            await done;
            return segments;
          },
        },
      },
    });
    expect(headers['content-type']).toBe('text/event-stream; charset=utf-8');
    expect(given).toEqual(['first']);
    expect(eventsOf(body)).toEqual([
      { type: 'transcript.text.delta', delta: 'Good day.' },
      { type: 'transcript.text.delta', delta: ' How are you?' },
      { type: 'transcript.text.done', text: 'Good day. How are you?' },
    ]);
  });

  it('says the same as one that is not streamed, whenever its segments are finished', async () => {
    const text = fc.constantFrom('Good day.', 'How are you?', '你好。', 'コーヒーを下さい', '25% of 3', '');
    await fc.assert(
      fc.asyncProperty(
        fc.array(text, { minLength: 1, maxLength: 6 }),
        fc.nat({ max: 6 }),
        async (texts, early) => {
          const segments = texts.map((each, at) => spoken(each === '' ? [] : [each], 0.9, 3 * at));
          const recognizer = {
            recognize: async (
              _request: RecognizeRequest,
              options: { onSegment?(each: RecognizedSegment): void },
            ) => {
              for (const each of segments.slice(0, early)) options.onSegment?.(each);
              return segments;
            },
          };
          const asked = (fields: Fields) => transcribe(fields, undefined, { changes: { recognizer } });
          const events = eventsOf((await asked({ stream: 'true' })).body);
          const whole = (await asked({})).json().text;
          expect(events.at(-1)).toEqual({ type: 'transcript.text.done', text: whole });
          expect(
            events
              .slice(0, -1)
              .map(({ delta }) => delta)
              .join(''),
          ).toBe(whole);
          expect(events.length - 1).toBe(texts.filter((each) => each !== '').length);
        },
      ),
      { numRuns: 30 },
    );
  });

  it('fails like any other before its first event', async () => {
    const { status, json } = await transcribe({ stream: 'true' }, () =>
      Promise.reject(new Error('a defect')),
    );
    expect([status, json().error]).toEqual([
      500,
      expect.objectContaining({ type: 'server_error', code: 'ERR_INTERNAL' }),
    ]);
  });

  it('has the logarithm of the chance of each word where asked', async () => {
    const { body } = await transcribe({ stream: 'true', 'include[]': 'logprobs' });
    const [delta, done] = eventsOf(body);
    expect(delta.logprobs).toEqual([
      { token: 'Good', bytes: [71, 111, 111, 100], logprob: Math.log(0.45) },
      { token: ' day.', bytes: [32, 100, 97, 121, 46], logprob: Math.log(0.45) },
    ]);
    expect(done.logprobs).toEqual(delta.logprobs);
  });
});
