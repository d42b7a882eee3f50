import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newFolder, startServer, type TestServer } from './support/server.ts';
import { fixture, pcm, silence } from './support/speech.ts';
import {
  answerOf,
  BOUNDARY,
  billing,
  call,
  END,
  enroll,
  openVerify,
  part,
  sendRaw,
  verify,
} from './support/verify.ts';

const folder = newFolder();
let server: TestServer;
const speech = fixture('sentence.opus');
const REQUEST = '{"user_ids":["ana"]}';
const request = part('enroll', REQUEST, 'content-type: application/json\r\n');
const audio = part('audio', speech);
const MALFORMED = 'ERR_MALFORMED_REQUEST';

beforeAll(async () => {
  server = await startServer({ LOCUTOR_PATH_PREFIX: '/speech/v1', LOCUTOR_DEPLOYMENT: 'hosted' }, folder);
});
afterAll(async () => {
  const live = await fetch(`${server.url}/health/live`);
  expect(live.status).toBe(200);
  expect(await server.stop()).toBe(0);
});

const raw = (...pieces: readonly (string | Uint8Array)[]) =>
  sendRaw(server, Buffer.concat(pieces.map((piece) => Buffer.from(piece as string))));

describe('a form', () => {
  it('is accepted with a preamble, an epilogue and white space behind its boundaries', async () => {
    const blanks = Buffer.from(request.toString().replace(BOUNDARY, `${BOUNDARY} \t`));
    const answer = await raw('this is a form\r\n', blanks, audio, END, 'and this was it');
    expect([answer.status, answer.body.results?.length]).toEqual([200, 1]);
  });

  it('is accepted however it is cut into packets and chunks', async () => {
    const body = Buffer.concat([request, audio, END]);
    const socket = await openVerify(server, 'chunked');
    for (let at = 0, size = 1; at < body.length; at += size, size = 1 + ((7 * size) % 613)) {
      const chunk = body.subarray(at, at + size);
      socket.write(
        Buffer.concat([Buffer.from(`${chunk.length.toString(16)}\r\n`), chunk, Buffer.from('\r\n')]),
      );
    }
    socket.write('0\r\n\r\n');
    expect(await answerOf(socket)).toMatchObject({ status: 200 });
    socket.destroy();
  });

  const broken: [string, (string | Uint8Array)[], number, string][] = [
    ['without an end', [request, audio], 400, MALFORMED],
    [
      'with another boundary',
      [request.toString().replaceAll(BOUNDARY, 'other'), '--other--'],
      400,
      MALFORMED,
    ],
    ['that ends in its headers', [request, `--${BOUNDARY}\r\ncontent-disp`], 400, MALFORMED],
    ['with words behind a boundary', [request, `--${BOUNDARY}x\r\n`, END], 400, MALFORMED],
    ['with bare line feeds', [request.toString().replaceAll('\r\n', '\n'), END], 400, MALFORMED],
    ['with a part that has no headers', [request, `--${BOUNDARY}\r\n\r\nx\r\n`, END], 400, MALFORMED],
    [
      'with a part that has no name',
      [request, `--${BOUNDARY}\r\ncontent-disposition: form-data; filename="a"\r\n\r\nx\r\n`, END],
      400,
      MALFORMED,
    ],
    [
      'with two names for a part',
      [request, `--${BOUNDARY}\r\ncontent-disposition: form-data; name=a; name=b\r\n\r\nx\r\n`, END],
      400,
      MALFORMED,
    ],
    [
      'that hides a name in a file name',
      [
        `--${BOUNDARY}\r\ncontent-disposition: form-data; name="a"; filename="; name=enroll"\r\n\r\n${REQUEST}\r\n`,
        END,
      ],
      400,
      'ERR_INVALID_PARAMETER',
    ],
    [
      'with headers that do not end',
      [request, `--${BOUNDARY}\r\nx-long: ${'y'.repeat(20_000)}`],
      400,
      MALFORMED,
    ],
    [
      'with encoded audio',
      [request, part('audio', 'AAAA', 'content-transfer-encoding: base64\r\n'), END],
      415,
      'ERR_UNSUPPORTED_MEDIA_TYPE',
    ],
    [
      'of 10,000 empty parts',
      [request, ...Array.from({ length: 10_000 }, () => part('audio', '')), END],
      400,
      'ERR_EMPTY_BODY',
    ],
    ['of eleven audios', [request, ...Array.from({ length: 11 }, () => audio), END], 413, 'ERR_TOO_LARGE'],
    [
      'with a form for audio',
      [
        request,
        part(
          'audio',
          '--i\r\ncontent-disposition: form-data; name=a\r\n\r\nx\r\n--i--',
          'content-type: multipart/form-data; boundary=i\r\n',
        ),
        END,
      ],
      400,
      'ERR_AUDIO_INVALID',
    ],
    ['whose first part is named verify', [part('verify', REQUEST), audio, END], 400, 'ERR_INVALID_PARAMETER'],
    ['without a request', [END], 400, 'ERR_EMPTY_BODY'],
    ['without audio', [request, END], 400, 'ERR_EMPTY_BODY'],
    ['of nothing', [''], 400, 'ERR_EMPTY_BODY'],
    [
      'with a request that is too long',
      [part('enroll', ' '.repeat(524_289)), audio, END],
      413,
      'ERR_TOO_LARGE',
    ],
    [
      'with audio that is too large',
      [request, part('audio', new Uint8Array(5 * 1024 ** 2 + 1)), END],
      413,
      'ERR_TOO_LARGE',
    ],
    ['with text for audio', [request, part('audio', 'hello, it is me'), END], 400, 'ERR_AUDIO_INVALID'],
    [
      'with half a file for audio',
      [request, part('audio', speech.subarray(0, 30)), END],
      400,
      'ERR_AUDIO_INVALID',
    ],
  ];
  it.each(broken)('%s is refused', async (_what, pieces, status, code) => {
    const answer = await raw(...pieces);
    expect([answer.status, answer.body.code]).toEqual([status, code]);
    expect(answer.head).toMatch(/x-request-id: \S+/);
  });

  it('is refused with JSON that can be read in two ways', async () => {
    for (const json of [
      '{"user_ids":["ana"],"user_ids":["bob"]}',
      '{"user_ids":["ana"],"__proto__":{"admin":true}}',
      '{"user_ids":["ana"],"configuration":{"constructor":{}}}',
      `{"user_ids":["ana"],"configuration":${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}}`,
      '{"user_ids":["ana"]} trailing',
    ]) {
      const { status, body } = await verify(server, json, [speech]);
      expect([status, body.code]).toEqual([400, 'ERR_INVALID_PARAMETER']);
    }
  });

  it('is refused with 415 as anything but a form', async () => {
    for (const type of ['application/json', 'audio/wav', 'multipart/mixed; boundary=x', 'text/plain']) {
      const answer = await fetch(`${server.url}/rest/v3/verify`, {
        method: 'POST',
        body: REQUEST,
        headers: { authorization: `Bearer ${server.token}`, 'content-type': type },
      });
      expect([answer.status, await answer.json()]).toMatchObject([
        415,
        { code: 'ERR_UNSUPPORTED_MEDIA_TYPE' },
      ]);
    }
  });

  it('is billed in none of these cases', () => {
    expect(billing(folder).filter(({ outcome }) => outcome !== 'DONE')).toEqual([]);
  });
});

describe('a refused request', () => {
  it('leaves its connection in order, whatever was still to come', async () => {
    const body = Buffer.concat([part('verify', REQUEST), part('audio', new Uint8Array(2 * 1024 ** 2)), END]);
    const socket = await openVerify(server, body.length);
    socket.write(body);
    expect(await answerOf(socket)).toMatchObject({ status: 400 });
    socket.write('GET /speech/v1/health/live HTTP/1.1\r\nhost: x\r\n\r\n');
    expect(await answerOf(socket)).toMatchObject({ status: 200, body: { status: 'live' } });
    socket.destroy();
  });

  it('needs a token, which is looked at before anything else', async () => {
    const { hostname, port } = new URL(server.url);
    const socket = connect(Number(port), hostname);
    // The body never comes.
    socket.write('POST /speech/v1/rest/v3/verify HTTP/1.1\r\nhost: x\r\ncontent-length: 1000\r\n\r\n');
    const answer = await answerOf(socket);
    expect([answer.status, answer.body.code]).toEqual([401, 'ERR_UNAUTHORIZED']);
    expect(answer.head).toMatch(/www-authenticate: Bearer/i);
    socket.destroy();
  });

  it('is served under the prefix only', async () => {
    const answer = await fetch(`${new URL(server.url).origin}/rest/v3/verify`, { method: 'POST' });
    expect(answer.status).toBe(404);
  });
});

describe('a user id', () => {
  const ids = [
    "Robert'); DROP TABLE voices;--",
    '" OR "1"="1',
    '<script>alert(1)</script>',
    '../../etc/passwd',
    'a/b?c#d%25',
    '%00',
    'Jos\u00e9',
    'Jose\u0301',
    'ﷺabc',
    'علی\u200cرضا',
    '👩‍👩‍👧',
    '__proto__',
    'constructor',
    ' ',
    '名'.repeat(256),
  ];

  it('of any characters is kept as it is, apart from all others', async () => {
    for (const id of ids) {
      const { status, body } = await enroll(server, { user_id: id, mode: 'create' }, [speech]);
      expect([id, status, body.user_id]).toEqual([id, 201, id]);
    }
    const { body } = await verify(server, { user_ids: [...ids, 'somebody'] }, [speech]);
    expect(body.results.map((each: { user_id: string }) => each.user_id)).toEqual([...ids, 'somebody']);
    const codes = body.results.map((each: { error: { code: number } }) => each.error.code);
    expect(codes).toEqual([...ids.map(() => 0), 1]);
    const listed = await call(server, 'GET', 'users');
    expect(listed.body.users.map((each: { user_id: string }) => each.user_id).sort()).toEqual(
      [...ids].sort(),
    );
    for (const id of ids) {
      const path = `users/${encodeURIComponent(id)}`;
      expect([id, (await call(server, 'GET', path)).body.user_id]).toEqual([id, id]);
      expect([id, (await call(server, 'DELETE', path)).status]).toEqual([id, 204]);
    }
    expect((await call(server, 'GET', 'users')).body.users).toEqual([]);
  });

  it('of characters that nobody sees is refused, as other names are', async () => {
    const hidden = [
      '\u202e',
      '\u2066',
      '\u200e',
      '\u2028',
      '\u2029',
      '\u200b',
      '\u200d',
      '\ufeff',
      '\u{e0041}',
    ];
    const refused = async (answer: Promise<{ status: number; body: { code: string; message: string } }>) => {
      const { status, body } = await answer;
      expect([status, body.code]).toEqual([400, 'ERR_INVALID_PARAMETER']);
      return body.message;
    };
    for (const character of hidden) {
      const name = `ana${character}x`;
      const message = await refused(verify(server, { user_ids: ['ana', name] }, [speech]));
      expect(message).toContain('user_ids[1]: expected no characters that are invisible');
      expect(message).not.toContain(character);
      await refused(enroll(server, { user_id: name }, [speech]));
      await refused(enroll(server, { user_id: 'ana', repository_uri: name }, [speech]));
      await refused(enroll(server, { user_id: 'ana', scenario: name }, [speech]));
      for (const tag of ['account_tag', 'logging_tag']) {
        await refused(verify(server, { user_ids: ['ana'], configuration: { [tag]: name } }, [speech]));
      }
      await refused(call(server, 'POST', 'repositories', { repository_uri: name }));
    }
    await refused(verify(server, '{"user_ids":["a\\ud800b"]}', [speech]));
    // What an earlier version may have kept can still be asked for, and deleted.
    expect((await call(server, 'DELETE', `users/${encodeURIComponent('a\u202eb')}`)).status).toBe(404);
  });

  it('is written to no log and no metric', async () => {
    // Lines are written in batches.
    await expect.poll(() => server.log()).toContain('"route":"/speech/v1/rest/v3/users/:user_id"');
    const metrics = await (await fetch(`${server.url}/metrics`)).text();
    for (const id of ['Robert', 'José', '名名']) {
      expect(metrics).not.toContain(id);
      expect(server.log()).not.toContain(id);
      expect(server.log()).not.toContain(encodeURIComponent(id));
    }
  });

  it('may not hold control characters, nor be too long', async () => {
    for (const id of ['a\u0000b', 'a\nb', '\u007f', 'x'.repeat(257), '']) {
      const { status, body } = await enroll(server, { user_id: id }, [pcm(silence(1))]);
      expect([status, body.code]).toEqual([400, 'ERR_INVALID_PARAMETER']);
    }
    expect((await call(server, 'GET', 'users/a%0Ab')).status).toBe(400);
  });
});
