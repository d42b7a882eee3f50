import { describe, expect, it, vi } from 'vitest';
import { until } from '../testing/fetching.ts';
import { failing, KeepingScene } from '../testing/keeping-scene.ts';

const MINUTE = 60_000;
const scene = KeepingScene.create();

describe('a kept document', () => {
  it('lives as long as its server says', async () => {
    scene.answer = scene.versions({ 'cache-control': 'max-age=300' });
    const loader = scene.loaderWith();
    const first = await loader.load(scene.server.url('/g#rule'));
    expect(first.freshUntil).toBe(scene.now + 5 * MINUTE);
    scene.version = 2;
    scene.now += 4 * MINUTE;
    expect(await loader.load(scene.server.url('/g'))).toBe(first);
    expect(scene.server.requests).toHaveLength(1);
    scene.now += MINUTE;
    expect(await scene.read(loader)).toBe('version 2');
  });

  it('lives for an hour otherwise, when it is used', async () => {
    scene.answer = scene.versions();
    const loader = scene.loaderWith();
    const { freshUntil } = await loader.load(scene.server.url('/g'));
    expect(freshUntil).toBe(scene.now + 60 * MINUTE);
    for (let turn = 0; turn < 5; turn++) {
      scene.now += 9 * MINUTE;
      await scene.read(loader);
    }
    expect(scene.server.requests).toHaveLength(1);
  });

  it('is dropped when nobody used it for ten minutes', async () => {
    scene.answer = scene.versions();
    const loader = scene.loaderWith();
    await scene.read(loader);
    scene.now += 10 * MINUTE;
    await scene.read(loader);
    expect(scene.server.requests).toHaveLength(2);
    expect(scene.server.requests[1]!.headers).not.toHaveProperty('if-none-match');
  });

  it('is asked for by its mark when its life is over, and lives on unchanged', async () => {
    scene.answer = scene.versions({
      'cache-control': 'max-age=60',
      'last-modified': 'Wed, 31 Dec 2025 00:00:00 GMT',
    });
    const loader = scene.loaderWith();
    const first = await loader.load(scene.server.url('/g'));
    scene.now += MINUTE;
    const second = await loader.load(scene.server.url('/g'));
    expect(second.bytes).toBe(first.bytes);
    expect(second.fingerprint).toBe(first.fingerprint);
    expect(second.freshUntil).toBe(scene.now + MINUTE);
    expect(scene.server.requests[1]!.headers).toMatchObject({
      'if-none-match': '"1"',
      'if-modified-since': 'Wed, 31 Dec 2025 00:00:00 GMT',
    });
    await scene.read(loader);
    expect(scene.server.requests).toHaveLength(2);
  });

  it('keeps the life it had when the answer that it is unchanged states none', async () => {
    scene.answer = (request, response) => {
      if (request.headers['if-none-match']) response.writeHead(304).end();
      else response.writeHead(200, { etag: '"1"', 'cache-control': 'max-age=60' }).end('version 1');
    };
    const loader = scene.loaderWith();
    await scene.read(loader);
    scene.now += MINUTE;
    expect((await loader.load(scene.server.url('/g'))).freshUntil).toBe(scene.now + MINUTE);
  });

  it('takes the life of the answer that it is unchanged', async () => {
    scene.answer = (request, response) => {
      if (request.headers['if-none-match']) response.writeHead(304, { 'cache-control': 'max-age=600' }).end();
      else response.writeHead(200, { etag: '"1"', 'cache-control': 'max-age=60' }).end('version 1');
    };
    const loader = scene.loaderWith();
    await scene.read(loader);
    scene.now += MINUTE;
    expect((await loader.load(scene.server.url('/g'))).freshUntil).toBe(scene.now + 10 * MINUTE);
  });

  it('is asked for every time where the server wants that', async () => {
    scene.answer = scene.versions({ 'cache-control': 'no-cache' });
    const loader = scene.loaderWith();
    expect([await scene.read(loader), await scene.read(loader)]).toEqual(['version 1', 'version 1']);
    expect(scene.server.requests[1]!.headers['if-none-match']).toBe('"1"');
    scene.version = 2;
    expect(await scene.read(loader)).toBe('version 2');
  });

  it('is not kept where the server forbids it', async () => {
    scene.answer = scene.versions({ 'cache-control': 'no-store' });
    const loader = scene.loaderWith();
    await scene.read(loader);
    await scene.read(loader);
    expect(scene.server.requests[1]!.headers).not.toHaveProperty('if-none-match');
  });

  it('behind a redirect is asked for by its mark at its own address only', async () => {
    const versioned = scene.versions({ 'cache-control': 'max-age=60' });
    scene.answer = (request, response) => {
      if (request.url === '/start') response.writeHead(302, { location: '/end', etag: '"x"' }).end();
      else versioned(request, response);
    };
    const loader = scene.loaderWith();
    await scene.read(loader, '/start');
    scene.now += MINUTE;
    expect(await scene.read(loader, '/start')).toBe('version 1');
    expect(scene.server.requests.map(({ url, headers }) => [url, headers['if-none-match']])).toEqual([
      ['/start', undefined],
      ['/end', undefined],
      ['/start', undefined],
      ['/end', '"1"'],
    ]);
  });

  it('gives way to newer ones beyond the room there is', async () => {
    scene.answer = (_request, response) => response.end('x'.repeat(1000));
    const loader = scene.loaderWith({ cacheBytes: 2500 });
    for (const path of ['/1', '/2', '/3', '/3', '/2', '/1']) await scene.read(loader, path);
    expect(scene.server.requests.map(({ url }) => url)).toEqual(['/1', '/2', '/3', '/1']);
  });
});

describe('a document that cannot be renewed', () => {
  it('is served while it is valid, and not a moment longer', async () => {
    scene.answer = scene.versions({ 'cache-control': 'max-age=100' });
    const loader = scene.loaderWith();
    await scene.read(loader);
    scene.answer = failing();
    scene.now += 95_000;
    expect(await scene.read(loader)).toBe('version 1');
    await scene.requestsToBe(2);
    scene.now += 4_999;
    expect(await scene.read(loader)).toBe('version 1');
    scene.now += 1;
    await expect(scene.read(loader)).rejects.toMatchObject({ code: 'ERR_LM_NOT_FOUND' });
    // The attempt in the background, none while its failure is remembered, and the one that failed just now.
    expect(scene.server.requests.length).toBeLessThanOrEqual(3);
    scene.answer = scene.versions();
    scene.now += 5_000;
    expect(await scene.read(loader)).toBe('version 1');
  });

  it('was asked for in the background near the end of its life', async () => {
    scene.answer = scene.versions({ 'cache-control': 'max-age=100' });
    const loader = scene.loaderWith();
    await scene.read(loader);
    scene.version = 2;
    scene.now += 89_000;
    expect(await scene.read(loader)).toBe('version 1');
    scene.now += 1_000;
    expect(await scene.read(loader)).toBe('version 1');
    expect(await scene.read(loader)).toBe('version 1');
    await vi.waitFor(async () => expect(await scene.read(loader)).toBe('version 2'), { timeout: 60_000 });
    expect(scene.server.requests).toHaveLength(2);
    expect((await loader.load(scene.server.url('/g'))).freshUntil).toBe(scene.now + 100_000);
  });

  it('is not served when its server wants to be asked every time', async () => {
    scene.answer = scene.versions({ 'cache-control': 'no-cache' });
    const loader = scene.loaderWith();
    await scene.read(loader);
    scene.answer = failing(500);
    await expect(scene.read(loader)).rejects.toMatchObject({ code: 'ERR_LM_NOT_FOUND' });
  });
});

describe('a document that is to be forgotten', () => {
  it('is fetched again, whole, although it was still valid', async () => {
    scene.answer = scene.versions({ 'cache-control': 'max-age=3600' });
    const loader = scene.loaderWith();
    expect(await scene.read(loader)).toBe('version 1');
    scene.version = 2;
    expect(await scene.read(loader)).toBe('version 1');
    loader.forgetFetched();
    expect(await scene.read(loader)).toBe('version 2');
    expect(scene.server.requests).toHaveLength(2);
  });

  it('is not kept by a fetch that began before', async () => {
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    scene.answer = async (_request, response) => {
      const text = `version ${scene.version}`;
      if (scene.version === 1) await held;
      response.setHeader('cache-control', 'max-age=3600').end(text);
    };
    const loader = scene.loaderWith();
    const old = scene.read(loader);
    await until(() => scene.server.requests.length === 1);
    loader.forgetFetched();
    scene.version = 2;
    expect(await scene.read(loader)).toBe('version 2');
    release();
    expect(await old).toBe('version 1');
    expect(await scene.read(loader)).toBe('version 2');
  });

  it('is asked for at once although its host failed a moment ago', async () => {
    scene.answer = failing();
    const loader = scene.loaderWith();
    await expect(scene.read(loader)).rejects.toMatchObject({ code: 'ERR_LM_NOT_FOUND' });
    scene.answer = scene.versions();
    loader.forgetFetched();
    expect(await scene.read(loader)).toBe('version 1');
  });
});
