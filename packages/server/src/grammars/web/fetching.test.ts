import { createHash } from 'node:crypto';
import { createServer, type Socket } from 'node:net';
import { brotliCompressSync, constants, deflateSync, gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { errorOf, GRAMMAR, loaderWith, resolver, serveDocuments, until, web } from '../testing/fetching.ts';
import { LocalServer } from '../testing/local-server.ts';

const MIB = 1024 ** 2;
const FAST = { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } };

serveDocuments();

describe('a fetched document', () => {
  it('comes with its address, media type and fingerprint', async () => {
    web.answer = (_request, response) => {
      response.setHeader('content-type', 'application/srgs; charset=utf-8').end(GRAMMAR);
    };
    const document = await loaderWith().load(web.server.url('/a/b.abnf?c=d#rule'));
    expect(Buffer.from(document.bytes).toString()).toBe(GRAMMAR);
    expect(document).toMatchObject({
      uri: web.server.url('/a/b.abnf?c=d'),
      mediaType: 'application/srgs; charset=utf-8',
      fingerprint: createHash('sha256').update(GRAMMAR).digest('hex'),
    });
    const [request] = web.server.requests;
    expect(request!.url).toBe('/a/b.abnf?c=d');
    expect(request!.headers).not.toHaveProperty('cookie');
    expect(request!.headers).not.toHaveProperty('referer');
    expect(request!.headers).not.toHaveProperty('authorization');
  });

  it('does not come through the proxy of the environment', async () => {
    const before = process.env.http_proxy;
    process.env.http_proxy = 'http://127.0.0.1:9';
    try {
      web.answer = (_request, response) => response.end(GRAMMAR);
      expect((await loaderWith().load(web.server.url('/'))).bytes).toHaveLength(GRAMMAR.length);
    } finally {
      if (before === undefined) delete process.env.http_proxy;
      else process.env.http_proxy = before;
    }
  });

  it.each([201, 204, 206, 300, 304, 400, 401, 404, 410, 429, 500, 503])(
    'is not one of status %i',
    async (status) => {
      web.answer = (_request, response) => {
        response.statusCode = status;
        response.end();
      };
      const error = await errorOf(web.server.url('/x'));
      expect(error.code).toBe('ERR_LM_NOT_FOUND');
      expect(error.message).toBe(
        `the language model "${web.server.url('/x')}" was not found: its host answered with status ${status}`,
      );
    },
  );

  it('is not found where nothing listens', async () => {
    const gone = await LocalServer.start(() => {});
    await gone.close();
    const error = await errorOf(gone.url('/'));
    expect(error.message).toBe(
      `the language model "${gone.url('/')}" was not found: its host refused the connection`,
    );
  });

  it('is not found where the host does not resolve', async () => {
    const failing = async () => {
      throw Object.assign(new Error('getaddrinfo ENOTFOUND'), { code: 'ENOTFOUND' });
    };
    for (const resolve of [failing, async () => []]) {
      const error = await errorOf('http://none.example/', { resolve });
      expect(error.code).toBe('ERR_LM_NOT_FOUND');
      expect(error.message).toMatch(/its host name does not resolve$/);
    }
  });

  it('is not found where what listens does not speak HTTP', async () => {
    const sockets: Socket[] = [];
    const tcp = createServer((socket) => {
      sockets.push(socket.on('error', () => {}));
      socket.write('SSH-2.0-OpenSSH\r\n');
    });
    await new Promise<void>((resolve) => tcp.listen(0, '127.0.0.1', resolve));
    const { port } = tcp.address() as { port: number };
    const error = await errorOf(`http://127.0.0.1:${port}/`);
    expect(error.message).toMatch(/the connection failed$/);
    expect(error.message).not.toContain('SSH');
    for (const socket of sockets) socket.destroy();
    tcp.close();
  });
});

describe('addresses that policy blocks', () => {
  it('are refused before anything is sent', async () => {
    const urls = [
      web.server.url('/'),
      web.server.url('/', '0x7f.1'),
      web.server.url('/', '[::ffff:127.0.0.1]'),
      web.server.url('/', '0'),
    ];
    for (const url of urls) {
      const error = await errorOf(url, { allow: [] });
      expect(error.code).toBe('ERR_LM_FORBIDDEN');
    }
    expect(web.server.requests).toHaveLength(0);
  });

  it('are refused behind a name, and not told', async () => {
    const { resolve } = resolver(['127.0.0.1']);
    const url = web.server.url('/', 'innocent.example');
    const error = await errorOf(url, { allow: [], resolve });
    expect(error.message).toBe(
      `the language model "${url}" is not allowed: the fetch policy does not permit its host`,
    );
    expect(web.server.requests).toHaveLength(0);
  });

  it('are refused behind the name of this machine, resolved by the system', async () => {
    expect((await errorOf(web.server.url('/', 'localhost'), { allow: [] })).code).toBe('ERR_LM_FORBIDDEN');
  });

  it('are never connected to by a second resolution', async () => {
    web.answer = (_request, response) => response.end(GRAMMAR);
    const turning = resolver(['127.0.0.1'], ['10.0.0.1']);
    const url = web.server.url('/', 'turning.example');
    await loaderWith({ resolve: turning.resolve }).load(url);
    expect(turning.asked).toEqual(['turning.example']);
    expect(web.server.requests[0]!.headers.host).toBe(`turning.example:${web.server.port}`);

    const turningBack = resolver(['10.0.0.1'], ['127.0.0.1']);
    expect((await errorOf(url, { resolve: turningBack.resolve })).code).toBe('ERR_LM_FORBIDDEN');
    expect(web.server.requests).toHaveLength(1);
  });

  it('are skipped when a name has permitted ones too', async () => {
    web.answer = (_request, response) => response.end(GRAMMAR);
    const { resolve } = resolver(['10.0.0.1', '127.0.0.1', 'fe80::1']);
    await loaderWith({ resolve }).load(web.server.url('/', 'both.example'));
    expect(web.server.requests).toHaveLength(1);
  });

  it('are allowed by port and by name', async () => {
    web.answer = (_request, response) => response.end(GRAMMAR);
    const { resolve } = resolver(['127.0.0.1']);
    const url = web.server.url('/', 'named.example');
    await loaderWith({ allow: [`named.example:${web.server.port}`], resolve }).load(url);
    await loaderWith({ allow: ['127.0.0.0/8'], resolve }).load(url);
    expect((await errorOf(url, { allow: ['named.example:1'], resolve })).code).toBe('ERR_LM_FORBIDDEN');
  });
});

describe('the size of a document', () => {
  it('may be the limit exactly', async () => {
    web.answer = (_request, response) => response.end(Buffer.alloc(MIB));
    expect((await loaderWith().load(web.server.url('/'))).bytes).toHaveLength(MIB);
  });

  it('may not be more, stated or streamed', async () => {
    for (const chunked of [false, true]) {
      web.answer = (_request, response) => {
        if (chunked) response.flushHeaders();
        response.end(Buffer.alloc(MIB + 1));
      };
      const error = await errorOf(web.server.url('/'));
      expect(error.code).toBe('ERR_LM_INVALID');
      expect(error.message).toMatch(/cannot be used: it is larger than 1048576 bytes$/);
    }
  });

  it('is cut off when there is no end to it', async () => {
    let sent = 0;
    let closed: Promise<unknown> | undefined;
    web.answer = (_request, response) => {
      closed = new Promise((resolve) => response.on('close', resolve));
      const pour = () => {
        while (!response.destroyed && response.write(Buffer.alloc(65536))) sent += 65536;
      };
      response.on('drain', pour);
      pour();
    };
    expect((await errorOf(web.server.url('/'))).code).toBe('ERR_LM_INVALID');
    await closed;
    // What socket buffers hold on both sides comes on top of what was read.
    expect(sent).toBeLessThan(64 * MIB);
  });

  it.each([
    ['gzip', gzipSync],
    ['GZIP', gzipSync],
    ['x-gzip', gzipSync],
    ['deflate', deflateSync],
    ['br', (bytes: Uint8Array) => brotliCompressSync(bytes, FAST)],
    ['identity', (bytes: Uint8Array) => bytes],
  ])('is counted after decompression: %s', async (encoding, compress) => {
    let body: Uint8Array = compress(Buffer.from(GRAMMAR));
    web.answer = (_request, response) => {
      response.setHeader('content-encoding', encoding).end(body);
    };
    expect(Buffer.from((await loaderWith().load(web.server.url('/'))).bytes).toString()).toBe(GRAMMAR);
    body = compress(Buffer.alloc(MIB));
    expect((await loaderWith().load(web.server.url('/'))).bytes).toHaveLength(MIB);
    body = compress(Buffer.alloc(32 * MIB));
    expect((await errorOf(web.server.url('/'))).code).toBe('ERR_LM_INVALID');
  });

  it.each(['gzip', 'br', 'zstd', 'gzip, gzip'])(
    'is not known of broken or unknown %s data',
    async (encoding) => {
      web.answer = (_request, response) => {
        response.setHeader('content-encoding', encoding).end('not compressed');
      };
      expect((await errorOf(web.server.url('/'))).code).toBe('ERR_LM_NOT_FOUND');
    },
  );

  it('that was announced must arrive', async () => {
    web.answer = (_request, response) => {
      response.writeHead(200, { 'content-length': GRAMMAR.length + 10 });
      response.write(GRAMMAR);
      response.socket!.end();
    };
    const error = await errorOf(web.server.url('/'));
    expect(error.code).toBe('ERR_LM_NOT_FOUND');
    expect(error.message).toMatch(/the connection failed$/);
  });

  it('is limited for headers too', async () => {
    web.answer = (_request, response) => response.setHeader('x-large', 'x'.repeat(100_000)).end(GRAMMAR);
    expect((await errorOf(web.server.url('/'))).message).toMatch(/its host sent too many headers$/);
  });
});

describe('the time for a document', () => {
  const late = /was not found: it could not be fetched within 0.2 s$/;
  const limits = { fetchMs: 200 };
  // Connections are real, the time is not: however slow the machine, each test says what happens before it is over.
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
  afterEach(() => void vi.useRealTimers());
  const requestsToBe = (count: number) => until(() => web.server.requests.length === count);

  it('is over when the host is silent', async () => {
    web.answer = () => {};
    const error = errorOf(web.server.url('/'), { limits });
    await requestsToBe(1);
    vi.advanceTimersByTime(200);
    expect((await error).message).toMatch(late);
  });

  it('is over when the body drips', async () => {
    let drip: NodeJS.Timeout | undefined;
    let drops = 0;
    web.answer = (_request, response) => {
      drip = setInterval(() => response.write('x', () => drops++), 1);
    };
    const error = errorOf(web.server.url('/'), { limits });
    await until(() => drops > 3);
    vi.advanceTimersByTime(200);
    expect((await error).message).toMatch(late);
    clearInterval(drip);
  });

  it('is over when each redirect takes a part of it', async () => {
    web.answer = (_request, response) => {
      setTimeout(() => response.writeHead(302, { location: '/again' }).end(), 90);
    };
    const error = errorOf(web.server.url('/'), { limits });
    for (const requests of [1, 2, 3]) {
      await requestsToBe(requests);
      vi.advanceTimersByTime(90);
    }
    expect((await error).message).toMatch(/it could not be fetched within 0.2 s$/);
  });

  it('is over when the resolver never answers', async () => {
    const resolve = vi.fn(() => new Promise<string[]>(() => {}));
    const error = errorOf('http://never.example/', { limits, resolve });
    await until(() => resolve.mock.calls.length === 1);
    vi.advanceTimersByTime(200);
    expect((await error).message).toMatch(late);
  });

  it('is over for those who wait for a free place', async () => {
    web.answer = (request, response) => {
      if (request.url === '/quick') response.end(GRAMMAR);
    };
    const loader = loaderWith({ limits: { ...limits, fetches: 1 } });
    const slow = loader.load(web.server.url('/slow')).catch((error: Error) => error.message);
    const waiting = loader.load(web.server.url('/waits')).catch((error: Error) => error.message);
    await requestsToBe(1);
    vi.advanceTimersByTime(200);
    expect(await slow).toMatch(late);
    expect(await waiting).toMatch(late);
    expect(web.server.requests.map(({ url }) => url)).not.toContain('/waits');
    expect((await loader.load(web.server.url('/quick'))).bytes).toHaveLength(GRAMMAR.length);
  });
});
