import { type AddressInfo, createServer, type Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { DocumentLoader, type DocumentLoaderOptions } from '../document-loader.ts';
import type { LoaderLimits } from '../limits.ts';
import { until } from '../testing/fetching.ts';
import { type Answer, LocalServer } from '../testing/local-server.ts';

const MINUTE = 60_000;

let server: LocalServer;
let answer: Answer;
let now: number;
let version: number;
const loaders: DocumentLoader[] = [];

beforeAll(async () => {
  server = await LocalServer.start((request, response) => answer(request, response));
});

beforeEach(() => {
  now = Date.parse('2026-01-01T00:00:00Z');
  version = 1;
  server.requests.length = 0;
});

afterEach(() => {
  for (const loader of loaders.splice(0)) loader.close();
});

afterAll(() => server.close());

function loaderWith(limits: Partial<LoaderLimits> = {}, options: Partial<DocumentLoaderOptions> = {}) {
  const loader = new DocumentLoader({
    folders: [],
    allow: ['127.0.0.1'],
    now: () => now,
    limits,
    ...options,
  });
  loaders.push(loader);
  return loader;
}

/** Answers with the current version, its number as entity tag, and 304 to whoever has it already. */
function versions(headers: Record<string, string> = {}): Answer {
  return (request, response) => {
    for (const [name, value] of Object.entries({ etag: `"${version}"`, ...headers })) {
      response.setHeader(name, value);
    }
    if (request.headers['if-none-match'] === `"${version}"`) response.writeHead(304).end();
    else response.end(`version ${version}`);
  };
}

function failing(status = 503): Answer {
  return (_request, response) => response.writeHead(status).end();
}

async function read(loader: DocumentLoader, path = '/g', signal?: AbortSignal): Promise<string> {
  const { bytes } = await loader.load(server.url(path), signal === undefined ? {} : { signal });
  return Buffer.from(bytes).toString();
}

/** Lets a fetch that nobody waits for run to its end. */
async function requestsToBe(count: number): Promise<void> {
  await vi.waitFor(() => expect(server.requests).toHaveLength(count), { timeout: 60_000 });
}

describe('a kept document', () => {
  it('lives as long as its server says', async () => {
    answer = versions({ 'cache-control': 'max-age=300' });
    const loader = loaderWith();
    const first = await loader.load(server.url('/g#rule'));
    expect(first.freshUntil).toBe(now + 5 * MINUTE);
    version = 2;
    now += 4 * MINUTE;
    expect(await loader.load(server.url('/g'))).toBe(first);
    expect(server.requests).toHaveLength(1);
    now += MINUTE;
    expect(await read(loader)).toBe('version 2');
  });

  it('lives for an hour otherwise, when it is used', async () => {
    answer = versions();
    const loader = loaderWith();
    const { freshUntil } = await loader.load(server.url('/g'));
    expect(freshUntil).toBe(now + 60 * MINUTE);
    for (let turn = 0; turn < 5; turn++) {
      now += 9 * MINUTE;
      await read(loader);
    }
    expect(server.requests).toHaveLength(1);
  });

  it('is dropped when nobody used it for ten minutes', async () => {
    answer = versions();
    const loader = loaderWith();
    await read(loader);
    now += 10 * MINUTE;
    await read(loader);
    expect(server.requests).toHaveLength(2);
    expect(server.requests[1]!.headers).not.toHaveProperty('if-none-match');
  });

  it('is asked for by its mark when its life is over, and lives on unchanged', async () => {
    answer = versions({ 'cache-control': 'max-age=60', 'last-modified': 'Wed, 31 Dec 2025 00:00:00 GMT' });
    const loader = loaderWith();
    const first = await loader.load(server.url('/g'));
    now += MINUTE;
    const second = await loader.load(server.url('/g'));
    expect(second.bytes).toBe(first.bytes);
    expect(second.fingerprint).toBe(first.fingerprint);
    expect(second.freshUntil).toBe(now + MINUTE);
    expect(server.requests[1]!.headers).toMatchObject({
      'if-none-match': '"1"',
      'if-modified-since': 'Wed, 31 Dec 2025 00:00:00 GMT',
    });
    await read(loader);
    expect(server.requests).toHaveLength(2);
  });

  it('keeps the life it had when the answer that it is unchanged states none', async () => {
    answer = (request, response) => {
      if (request.headers['if-none-match']) response.writeHead(304).end();
      else response.writeHead(200, { etag: '"1"', 'cache-control': 'max-age=60' }).end('version 1');
    };
    const loader = loaderWith();
    await read(loader);
    now += MINUTE;
    expect((await loader.load(server.url('/g'))).freshUntil).toBe(now + MINUTE);
  });

  it('takes the life of the answer that it is unchanged', async () => {
    answer = (request, response) => {
      if (request.headers['if-none-match']) response.writeHead(304, { 'cache-control': 'max-age=600' }).end();
      else response.writeHead(200, { etag: '"1"', 'cache-control': 'max-age=60' }).end('version 1');
    };
    const loader = loaderWith();
    await read(loader);
    now += MINUTE;
    expect((await loader.load(server.url('/g'))).freshUntil).toBe(now + 10 * MINUTE);
  });

  it('is asked for every time where the server wants that', async () => {
    answer = versions({ 'cache-control': 'no-cache' });
    const loader = loaderWith();
    expect([await read(loader), await read(loader)]).toEqual(['version 1', 'version 1']);
    expect(server.requests[1]!.headers['if-none-match']).toBe('"1"');
    version = 2;
    expect(await read(loader)).toBe('version 2');
  });

  it('is not kept where the server forbids it', async () => {
    answer = versions({ 'cache-control': 'no-store' });
    const loader = loaderWith();
    await read(loader);
    await read(loader);
    expect(server.requests[1]!.headers).not.toHaveProperty('if-none-match');
  });

  it('behind a redirect is asked for by its mark at its own address only', async () => {
    const versioned = versions({ 'cache-control': 'max-age=60' });
    answer = (request, response) => {
      if (request.url === '/start') response.writeHead(302, { location: '/end', etag: '"x"' }).end();
      else versioned(request, response);
    };
    const loader = loaderWith();
    await read(loader, '/start');
    now += MINUTE;
    expect(await read(loader, '/start')).toBe('version 1');
    expect(server.requests.map(({ url, headers }) => [url, headers['if-none-match']])).toEqual([
      ['/start', undefined],
      ['/end', undefined],
      ['/start', undefined],
      ['/end', '"1"'],
    ]);
  });

  it('gives way to newer ones beyond the room there is', async () => {
    answer = (_request, response) => response.end('x'.repeat(1000));
    const loader = loaderWith({ cacheBytes: 2500 });
    for (const path of ['/1', '/2', '/3', '/3', '/2', '/1']) await read(loader, path);
    expect(server.requests.map(({ url }) => url)).toEqual(['/1', '/2', '/3', '/1']);
  });
});

describe('a document that cannot be renewed', () => {
  it('is served while it is valid, and not a moment longer', async () => {
    answer = versions({ 'cache-control': 'max-age=100' });
    const loader = loaderWith();
    await read(loader);
    answer = failing();
    now += 95_000;
    expect(await read(loader)).toBe('version 1');
    await requestsToBe(2);
    now += 4_999;
    expect(await read(loader)).toBe('version 1');
    now += 1;
    await expect(read(loader)).rejects.toMatchObject({ code: 'ERR_LM_NOT_FOUND' });
    // The attempt in the background, none while its failure is remembered, and the one that failed just now.
    expect(server.requests.length).toBeLessThanOrEqual(3);
    answer = versions();
    now += 5_000;
    expect(await read(loader)).toBe('version 1');
  });

  it('was asked for in the background near the end of its life', async () => {
    answer = versions({ 'cache-control': 'max-age=100' });
    const loader = loaderWith();
    await read(loader);
    version = 2;
    now += 89_000;
    expect(await read(loader)).toBe('version 1');
    now += 1_000;
    expect(await read(loader)).toBe('version 1');
    expect(await read(loader)).toBe('version 1');
    await vi.waitFor(async () => expect(await read(loader)).toBe('version 2'), { timeout: 60_000 });
    expect(server.requests).toHaveLength(2);
    expect((await loader.load(server.url('/g'))).freshUntil).toBe(now + 100_000);
  });

  it('is not served when its server wants to be asked every time', async () => {
    answer = versions({ 'cache-control': 'no-cache' });
    const loader = loaderWith();
    await read(loader);
    answer = failing(500);
    await expect(read(loader)).rejects.toMatchObject({ code: 'ERR_LM_NOT_FOUND' });
  });
});

describe('a failure', () => {
  it('is remembered for five seconds, however often it is asked for', async () => {
    answer = failing(404);
    const loader = loaderWith();
    for (let turn = 0; turn < 5; turn++) {
      await expect(read(loader)).rejects.toThrow('status 404');
      now += 999;
    }
    expect(server.requests).toHaveLength(1);
    answer = versions();
    now += 5;
    expect(await read(loader)).toBe('version 1');
  });

  it('names the URI that each client wrote', async () => {
    answer = failing(404);
    const loader = loaderWith();
    for (const fragment of ['#a', '#b']) {
      const url = server.url(`/g${fragment}`);
      await expect(loader.load(url)).rejects.toThrow(`"${url}" was not found`);
    }
    expect(server.requests).toHaveLength(1);
  });

  it('of a host holds for all its documents, one of a document for that one', async () => {
    let asked = 0;
    const resolve = async () => {
      asked++;
      throw Object.assign(new Error('none'), { code: 'ENOTFOUND' });
    };
    const loader = loaderWith({}, { resolve });
    for (const path of ['1', '2', '3']) {
      await expect(loader.load(`http://dead.example/${path}`)).rejects.toThrow('does not resolve');
    }
    expect(asked).toBe(1);
    now += 5_000;
    await expect(loader.load('http://dead.example/1')).rejects.toThrow('does not resolve');
    expect(asked).toBe(2);

    answer = (request, response) => (request.url === '/bad' ? failing() : versions())(request, response);
    await expect(read(loader, '/bad')).rejects.toThrow('status 503');
    expect(await read(loader, '/good')).toBe('version 1');
  });

  it('of a host that takes no connections is found out once', async () => {
    const gone = await LocalServer.start(() => {});
    await gone.close();
    let asked = 0;
    const resolve = async () => {
      asked++;
      return ['127.0.0.1'];
    };
    const loader = loaderWith({}, { resolve });
    for (const path of ['/1', '/2']) {
      await expect(loader.load(gone.url(path, 'gone.example'))).rejects.toThrow('refused the connection');
    }
    expect(asked).toBe(1);
  });

  it('of a host that lets connections hang is found out once, but is not put on it behind a redirect', async () => {
    const sockets: Socket[] = [];
    const silent = createServer((socket) => sockets.push(socket.on('error', () => {})));
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    const hanging = `https://127.0.0.1:${(silent.address() as AddressInfo).port}`;
    answer = (_request, response) => response.writeHead(302, { location: `${hanging}/redirected` }).end();
    const loader = loaderWith({ fetchMs: 200 });
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const untilSockets = async (count: number) => {
      await until(() => sockets.length === count);
      vi.advanceTimersByTime(200);
    };
    await Promise.all([expect(read(loader, '/start')).rejects.toThrow('within 0.2 s'), untilSockets(1)]);
    await Promise.all([expect(loader.load(`${hanging}/1`)).rejects.toThrow('within 0.2 s'), untilSockets(2)]);
    await expect(loader.load(`${hanging}/2`)).rejects.toThrow('within 0.2 s');
    expect(sockets).toHaveLength(2);
    for (const socket of sockets) socket.destroy();
    silent.close();
  });
});

describe('requests for one document at the same time', () => {
  /** Holds every answer back until the test lets go. */
  function held(): { release: () => void } {
    const waiting: (() => void)[] = [];
    answer = (request, response) => {
      waiting.push(() => versions()(request, response));
    };
    return {
      release: () => {
        for (const send of waiting.splice(0)) send();
      },
    };
  }

  it('share one fetch', async () => {
    const { release } = held();
    const loader = loaderWith();
    const all = Array.from({ length: 50 }, () => read(loader));
    await requestsToBe(1);
    release();
    expect(new Set(await Promise.all(all))).toEqual(new Set(['version 1']));
    expect(server.requests).toHaveLength(1);
  });

  it('share a failure', async () => {
    answer = failing();
    const loader = loaderWith();
    const all = await Promise.allSettled(Array.from({ length: 50 }, () => read(loader)));
    expect(all.every(({ status }) => status === 'rejected')).toBe(true);
    expect(server.requests).toHaveLength(1);
  });

  it('do not lose it when one of them is canceled', async () => {
    const { release } = held();
    const loader = loaderWith();
    const canceling = new AbortController();
    const canceled = read(loader, '/g', canceling.signal);
    const staying = read(loader);
    await requestsToBe(1);
    canceling.abort(new Error('the client went away'));
    await expect(canceled).rejects.toThrow('the client went away');
    release();
    expect(await staying).toBe('version 1');
    expect(server.requests).toHaveLength(1);
  });

  it('end it when all of them are canceled, and it is no failure to remember', async () => {
    const { release } = held();
    const loader = loaderWith();
    const canceling = new AbortController();
    const both = [read(loader, '/g', canceling.signal), read(loader, '/g', canceling.signal)];
    await requestsToBe(1);
    const closed = new Promise((resolve) => server.requests[0]!.socket.once('close', resolve));
    const again = both[1]!.catch(() => read(loader));
    canceling.abort(new Error('the client went away'));
    for (const each of both) await expect(each).rejects.toThrow('the client went away');
    await closed;
    await requestsToBe(2);
    release();
    expect(await again).toBe('version 1');
  });

  it('are not started for a client that is gone already', async () => {
    answer = versions();
    const loader = loaderWith();
    await expect(read(loader, '/g', AbortSignal.abort(new Error('gone')))).rejects.toThrow('gone');
    expect(server.requests).toHaveLength(0);
  });

  it('end when the loader is closed', async () => {
    held();
    const loader = loaderWith();
    const waiting = read(loader);
    await requestsToBe(1);
    loader.close();
    await expect(waiting).rejects.toMatchObject({ name: 'AbortError' });
  });
});

describe('a document that is to be forgotten', () => {
  it('is fetched again, whole, although it was still valid', async () => {
    answer = versions({ 'cache-control': 'max-age=3600' });
    const loader = loaderWith();
    expect(await read(loader)).toBe('version 1');
    version = 2;
    expect(await read(loader)).toBe('version 1');
    loader.forgetFetched();
    expect(await read(loader)).toBe('version 2');
    expect(server.requests).toHaveLength(2);
  });

  it('is not kept by a fetch that began before', async () => {
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    answer = async (_request, response) => {
      const text = `version ${version}`;
      if (version === 1) await held;
      response.setHeader('cache-control', 'max-age=3600').end(text);
    };
    const loader = loaderWith();
    const old = read(loader);
    await until(() => server.requests.length === 1);
    loader.forgetFetched();
    version = 2;
    expect(await read(loader)).toBe('version 2');
    release();
    expect(await old).toBe('version 1');
    expect(await read(loader)).toBe('version 2');
  });

  it('is asked for at once although its host failed a moment ago', async () => {
    answer = failing();
    const loader = loaderWith();
    await expect(read(loader)).rejects.toMatchObject({ code: 'ERR_LM_NOT_FOUND' });
    answer = versions();
    loader.forgetFetched();
    expect(await read(loader)).toBe('version 1');
  });
});
