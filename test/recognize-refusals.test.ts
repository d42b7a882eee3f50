import { beforeAll, describe, expect, it } from 'vitest';
import { AGENT, recognitionServer, SENTENCE } from './support/recognition-server.ts';
import { type Asking, EARLIER, recognize, texts } from './support/recognize.ts';
import type { SharedServer } from './support/shared-server.ts';
import { type Bytes, samplesOf, wav } from './support/speech.ts';

let server: SharedServer;
const ask = (body: Bytes | FormData | ReadableStream, asking?: Asking) => recognize(server, body, asking);

beforeAll(async () => {
  server = await recognitionServer();
});

describe('what RECOGNIZE refuses', () => {
  it.each<[string, number, string, Bytes | string, Asking?]>([
    ['no audio', 400, 'ERR_EMPTY_BODY', ''],
    ['what is no audio', 400, 'ERR_AUDIO_INVALID', 'hello, this is no audio at all'],
    ['a WAV file without samples', 400, 'ERR_AUDIO_INVALID', wav(new Float32Array(0))],
    ['half a sample', 400, 'ERR_AUDIO_INVALID', 'x', { headers: { 'content-type': 'audio/raw' } }],
    [
      'a type that is no audio',
      415,
      'ERR_UNSUPPORTED_MEDIA_TYPE',
      'x',
      { headers: { 'content-type': 'text/plain' } },
    ],
    ['compressed audio', 415, 'ERR_UNSUPPORTED_MEDIA_TYPE', 'x', { headers: { 'content-encoding': 'gzip' } }],
    [
      'a rate nobody has',
      400,
      'ERR_INVALID_PARAMETER',
      'x',
      { headers: { 'content-type': 'audio/raw;rate=44100' } },
    ],
    [
      'an encoding nobody has',
      400,
      'ERR_INVALID_PARAMETER',
      'x',
      { headers: { 'content-type': 'audio/raw;encoding=x' } },
    ],
    ['an Accept of nothing it has', 406, 'ERR_NOT_ACCEPTABLE', 'x', { headers: { accept: 'text/html' } }],
    ['a wrong token', 401, 'ERR_UNAUTHORIZED', 'x', { headers: { authorization: 'Bearer wrong' } }],
    ['half an age', 400, 'ERR_INVALID_PARAMETER', 'x', { headers: { 'Infer-age-enabled': 'perhaps' } }],
    [
      'half a classifier',
      400,
      'ERR_INVALID_PARAMETER',
      'x',
      { headers: { 'diarization-enabled': 'perhaps' } },
    ],
    ...(
      [
        ['decoder.maxSentences', '0'],
        ['decoder-confidenceThreshold', '101'],
        ['decoder.wordDetails', '3'],
        ['decoder.accuracy', 'highest'],
        ['noInputTimeout.value', '0'],
        ['recognitionTimeout-enabled', 'maybe'],
        ['endpointer.waitEnd', '99'],
        ['endpointer.levelMode', 'auto'],
        ['hints.words', 'word:many'],
        ['enhancement.enabled', 'auto'],
        ['textify-enabled', '2'],
        ['loggingTag', 'x'.repeat(65)],
        ['license.manager.accountTag', 'no blanks'],
        ['decoder.unknown', '1'],
      ] as const
    ).map(([name, value]): [string, number, string, string, Asking] => [
      `${name}: ${value.slice(0, 9)}`,
      400,
      'ERR_INVALID_PARAMETER',
      'x',
      { headers: { [name]: value } },
    ]),
  ])('%s: %i %s', async (_what, status, code, body, asking) => {
    const bytes = typeof body === 'string' ? new Uint8Array(Buffer.from(body)) : body;
    const answer = await ask(bytes, asking);
    expect([answer.status, answer.code()]).toEqual([status, code]);
    if (status === 406) return;
    const xml = await ask(bytes, { ...asking, headers: { accept: 'application/xml', ...asking?.headers } });
    expect(xml.text).toContain(`<ErrorResponse><code>${code}</code><message>`);
  });

  it('a body of 100 MiB, announced or not, while it arrives', async () => {
    const announced = await ask(new Uint8Array(100 * 1024 ** 2));
    expect([announced.status, announced.code()]).toEqual([413, 'ERR_TOO_LARGE']);
    let sent = 0;
    const stream = new ReadableStream({
      pull(controller) {
        sent += 2 ** 20;
        if (sent > 100 * 2 ** 20) controller.close();
        else controller.enqueue(new Uint8Array(2 ** 20));
      },
    });
    const streamed = await ask(stream);
    expect([streamed.status, streamed.code()]).toEqual([413, 'ERR_TOO_LARGE']);
  });

  it.each<[string, [string, string | Blob][], number, string]>([
    ['no audio', [['lm', new Blob([AGENT])]], 400, 'ERR_EMPTY_BODY'],
    ['no grammar and no lm', [['audio', new Blob(['x'])]], 400, 'ERR_LM_REQUIRED'],
    ['an unknown part', [['sound', new Blob(['x'])]], 400, 'ERR_INVALID_PARAMETER'],
    [
      'two audios',
      [
        ['audio', new Blob(['x'])],
        ['audio', new Blob(['x'])],
      ],
      400,
      'ERR_INVALID_PARAMETER',
    ],
    ['a grammar over a mebibyte', [['lm', new Blob(['x'.repeat(2 ** 20 + 1)])]], 413, 'ERR_TOO_LARGE'],
    [
      'text for audio',
      [
        ['lm', new Blob([AGENT])],
        ['audio', new Blob(['x'], { type: 'text/plain' })],
      ],
      415,
      'ERR_UNSUPPORTED_MEDIA_TYPE',
    ],
    [
      'a bad rate',
      [
        ['lm', new Blob([AGENT])],
        ['audio', new Blob(['x'], { type: 'audio/raw;rate=1' })],
      ],
      400,
      'ERR_INVALID_PARAMETER',
    ],
  ])('a form with %s', async (_what, parts, status, code) => {
    const form = new FormData();
    for (const [name, value] of parts) form.append(name, value as string);
    const answer = await ask(form, { lm: undefined });
    expect([answer.status, answer.code()]).toEqual([status, code]);
  });

  it('nothing of a type or a classifier on the earlier variant', async () => {
    const headers = { 'content-type': 'text/plain', 'Infer-age-enabled': 'true', 'diarization-enabled': '?' };
    expect(
      texts((await ask(wav(await samplesOf('sentence.flac')), { path: EARLIER, headers })).segments()),
    ).toEqual([SENTENCE]);
  });
});
