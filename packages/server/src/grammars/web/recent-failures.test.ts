import { type AddressInfo, createServer, type Socket } from 'node:net';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { until } from '../testing/fetching.ts';
import { failing, KeepingScene } from '../testing/keeping-scene.ts';
import { LocalServer } from '../testing/local-server.ts';

const scene = KeepingScene.create();

describe('a failure', () => {
  it('is remembered for five seconds, however often it is asked for', async () => {
    scene.answer = failing(404);
    const loader = scene.loaderWith();
    for (let turn = 0; turn < 5; turn++) {
      await expect(scene.read(loader)).rejects.toThrow('status 404');
      scene.now += 999;
    }
    expect(scene.server.requests).toHaveLength(1);
    scene.answer = scene.versions();
    scene.now += 5;
    expect(await scene.read(loader)).toBe('version 1');
  });

  it('names the URI that each client wrote', async () => {
    scene.answer = failing(404);
    const loader = scene.loaderWith();
    for (const fragment of ['#a', '#b']) {
      const url = scene.server.url(`/g${fragment}`);
      await expect(loader.load(url)).rejects.toThrow(`"${url}" was not found`);
    }
    expect(scene.server.requests).toHaveLength(1);
  });

  it('of a host holds for all its documents, one of a document for that one', async () => {
    let asked = 0;
    const resolve = async () => {
      asked++;
      throw Object.assign(new Error('none'), { code: 'ENOTFOUND' });
    };
    const loader = scene.loaderWith({}, { resolve });
    for (const path of ['1', '2', '3']) {
      await expect(loader.load(`http://dead.example/${path}`)).rejects.toThrow('does not resolve');
    }
    expect(asked).toBe(1);
    scene.now += 5_000;
    await expect(loader.load('http://dead.example/1')).rejects.toThrow('does not resolve');
    expect(asked).toBe(2);

    scene.answer = (request, response) =>
      (request.url === '/bad' ? failing() : scene.versions())(request, response);
    await expect(scene.read(loader, '/bad')).rejects.toThrow('status 503');
    expect(await scene.read(loader, '/good')).toBe('version 1');
  });

  it('of a host that takes no connections is found out once', async () => {
    const gone = await LocalServer.start(() => {});
    await gone.close();
    let asked = 0;
    const resolve = async () => {
      asked++;
      return ['127.0.0.1'];
    };
    const loader = scene.loaderWith({}, { resolve });
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
    scene.answer = (_request, response) =>
      response.writeHead(302, { location: `${hanging}/redirected` }).end();
    const loader = scene.loaderWith({ fetchMs: 200 });
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const untilSockets = async (count: number) => {
      await until(() => sockets.length === count);
      vi.advanceTimersByTime(200);
    };
    await Promise.all([
      expect(scene.read(loader, '/start')).rejects.toThrow('within 0.2 s'),
      untilSockets(1),
    ]);
    await Promise.all([expect(loader.load(`${hanging}/1`)).rejects.toThrow('within 0.2 s'), untilSockets(2)]);
    await expect(loader.load(`${hanging}/2`)).rejects.toThrow('within 0.2 s');
    expect(sockets).toHaveLength(2);
    for (const socket of sockets) socket.destroy();
    silent.close();
  });
});
