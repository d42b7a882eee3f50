import { describe, expect, it } from 'vitest';
import { formOf, plainServer, type SentPart } from '../../testing/plain-server.ts';

const PATH = '/rest/v3/verify';
const REQUEST = JSON.stringify({ user_ids: ['ana'] });
const enroll: SentPart = { name: 'enroll', type: 'application/json', content: REQUEST };
const audio = (content: string | Uint8Array = 'ana:2000'): SentPart => ({ name: 'audio', content });
const MEBIBYTE = 1024 ** 2;

async function sent(
  parts: readonly SentPart[] | Buffer,
  headers?: Record<string, string>,
  env?: NodeJS.ProcessEnv,
) {
  const server = await plainServer(env);
  const answer = await server.send(
    PATH,
    Buffer.isBuffer(parts) ? parts : formOf(parts as SentPart[]),
    headers,
  );
  return { ...answer, received: server.speakers.received.length, records: server.biometrics.records.length };
}

describe('the form of VERIFY', () => {
  it.each([
    undefined,
    'application/json',
    'application/json; charset=utf-8',
    'text/plain',
    'application/octet-stream',
    'Application/JSON',
  ])('may have its request as %s', async (type) => {
    const { status } = await sent([{ name: 'enroll', content: REQUEST, ...(type && { type }) }, audio()]);
    expect(status).toBe(200);
  });

  it('may name the most users by the longest ids, every character escaped', async () => {
    const user_ids = Array.from({ length: 128 }, () => '𝕏'.repeat(256));
    const content = JSON.stringify({ user_ids }).replaceAll('𝕏', '\\ud835\\udd4f');
    const { status, body } = await sent([{ ...enroll, content }, audio()]);
    expect(status).toBe(200);
    expect(body.results.map(({ user_id }: { user_id: string }) => user_id)).toEqual(user_ids);
  });

  it('may have any names and types of audio parts, up to ten', async () => {
    const parts = ['audio', '', 'enroll', '__proto__', 'a', 'a', 'b', 'c', 'd', 'e'].map((name) => ({
      name,
      type: 'image/png',
      content: 'ana:2000',
    }));
    expect(await sent([enroll, ...parts])).toMatchObject({ status: 200, received: 10 });
  });

  const refused: [string, readonly SentPart[], number, object][] = [
    [
      'a first part of another name',
      [{ ...enroll, name: 'verify' }, audio()],
      400,
      {
        code: 'ERR_INVALID_PARAMETER',
        message: 'the first part is named "verify"; it must be named enroll and hold the request as JSON',
      },
    ],
    ['audio in front', [audio(), enroll], 400, { code: 'ERR_INVALID_PARAMETER' }],
    ['no parts', [], 400, { code: 'ERR_EMPTY_BODY', message: 'the form has no parts' }],
    ['no audio', [enroll], 400, { code: 'ERR_EMPTY_BODY', message: 'the form has no audio' }],
    [
      'an empty audio',
      [enroll, audio(), audio('')],
      400,
      { code: 'ERR_EMPTY_BODY', message: 'audio 1 is empty' },
    ],
    [
      'a request of another type',
      [{ ...enroll, type: 'application/xml' }, audio()],
      415,
      { message: 'the part enroll is "application/xml"; send it as application/json' },
    ],
    [
      'a request that is no JSON',
      [{ ...enroll, content: '{' }, audio()],
      400,
      { code: 'ERR_INVALID_PARAMETER' },
    ],
    [
      'a member twice',
      [{ ...enroll, content: '{"user_ids":["a"],"user_ids":["b"]}' }, audio()],
      400,
      { message: 'the part enroll has the member "user_ids" twice' },
    ],
    [
      'a request that is too long',
      [{ ...enroll, content: ' '.repeat(512 * 1024 + 1) }, audio()],
      413,
      { code: 'ERR_TOO_LARGE', message: 'the part enroll has more than 524288 bytes' },
    ],
    [
      'eleven audios',
      [enroll, ...Array.from({ length: 11 }, () => audio())],
      413,
      { code: 'ERR_TOO_LARGE', message: 'the form has more than 10 audio parts' },
    ],
    [
      'an audio that is too large',
      [enroll, audio(Buffer.alloc(5 * MEBIBYTE + 1))],
      413,
      { code: 'ERR_TOO_LARGE', message: 'audio 0 has more than 5242880 bytes' },
    ],
    [
      'an audio that is none',
      [enroll, audio(), audio('???')],
      400,
      { code: 'ERR_AUDIO_INVALID', message: 'audio 1: it starts like no known audio format' },
    ],
    [
      'a nested form for audio',
      [enroll, { name: 'audio', type: 'multipart/mixed; boundary=x', content: '--x\r\n\r\nana:1\r\n--x--' }],
      400,
      { code: 'ERR_AUDIO_INVALID' },
    ],
    [
      '10,000 empty parts',
      [enroll, ...Array.from({ length: 10_000 }, () => audio(''))],
      400,
      { code: 'ERR_EMPTY_BODY' },
    ],
  ];
  it.each(refused)('is refused with %s, and nothing is billed', async (_what, parts, status, body) => {
    expect(await sent(parts)).toMatchObject({ status, body, records: 0 });
  });

  it('is refused with bytes that make no whole samples', async () => {
    const request = {
      name: 'enroll',
      content: JSON.stringify({ user_ids: ['ana'], media_type: 'pcm/8000/16/mono' }),
    };
    expect(await sent([request, audio('abc')])).toMatchObject({
      status: 400,
      body: {
        code: 'ERR_AUDIO_INVALID',
        message: 'audio 0 has 3 bytes; pcm/8000/16/mono has two in every sample',
      },
      received: 0,
    });
  });

  it('takes an audio of exactly 5 MiB', async () => {
    const { body, received } = await sent([enroll, audio(Buffer.alloc(5 * MEBIBYTE, 'a'))]);
    expect([body.code, received]).toEqual(['ERR_MIN_SPEECH', 1]);
  });

  it.each([
    ['broken off', formOf([enroll, audio()]).subarray(0, -10)],
    ['without its boundary', Buffer.from('--another\r\n\r\nx\r\n--another--')],
    [
      'with a part that has no name',
      `${formOf([enroll]).subarray(0, -4)}\r\nContent-Type: audio/wav\r\n\r\nx`,
    ],
  ])('%s is malformed', async (_what, body) => {
    expect(await sent(Buffer.from(body))).toMatchObject({
      status: 400,
      body: { code: 'ERR_MALFORMED_REQUEST' },
      records: 0,
    });
  });

  it('that never came is an empty body', async () => {
    expect(await sent(Buffer.alloc(0))).toMatchObject({ status: 400, body: { code: 'ERR_EMPTY_BODY' } });
  });

  it.each([
    [{ 'content-type': 'application/json' }, 415, 'ERR_UNSUPPORTED_MEDIA_TYPE'],
    [{ 'content-type': 'multipart/mixed; boundary=x' }, 415, 'ERR_UNSUPPORTED_MEDIA_TYPE'],
    [{ 'content-type': 'multipart/form-data' }, 400, 'ERR_MALFORMED_REQUEST'],
    [{ 'content-encoding': 'gzip' }, 415, 'ERR_UNSUPPORTED_MEDIA_TYPE'],
    [{ accept: 'application/xml' }, 406, 'ERR_NOT_ACCEPTABLE'],
    [{ authorization: 'Bearer wrong' }, 401, 'ERR_UNAUTHORIZED'],
    [{ authorization: 'Bearer recognize-token' }, 403, 'ERR_FORBIDDEN'],
  ])('with %o is %i', async (headers, status, code) => {
    expect(await sent([enroll, audio()], headers as never)).toMatchObject({
      status,
      body: { code },
      received: 0,
    });
  });

  it('needs no more than the scope verify', async () => {
    expect(await sent([enroll, audio()], { authorization: 'Bearer verify-token' })).toMatchObject({
      status: 200,
    });
  });

  it('is refused as a whole where it is larger than any body may be', async () => {
    const env = { LOCUTOR_MAX_BODY_BYTES: '1024' };
    expect(await sent([enroll, audio('x'.repeat(2000))], {}, env)).toMatchObject({ status: 413 });
  });

  it('finds its place before its audio is processed', async () => {
    for (const [members, code] of [
      [{ repository_uri: 'nowhere' }, 'ERR_REPOSITORY_NOT_FOUND'],
      [{ scenario: 'digits' }, 'ERR_SCENARIO_NOT_FOUND'],
    ] as const) {
      const content = JSON.stringify({ user_ids: ['ana'], ...members });
      expect(await sent([{ ...enroll, content }, audio()])).toMatchObject({
        status: 404,
        body: { code },
        received: 0,
      });
    }
  });

  it('is refused unread while the engine has too much to do', async () => {
    const server = await plainServer({}, { admits: () => false });
    const { status, headers, body } = await server.send(PATH, formOf([enroll, audio()]));
    expect([status, headers['retry-after'], body.code]).toEqual([503, '1', 'ERR_BUSY']);
    expect(server.speakers.received).toEqual([]);
  });
});
