import { describe, expect, it } from 'vitest';
import { failing, KeepingScene } from '../testing/keeping-scene.ts';

const scene = KeepingScene.create();

describe('requests for one document at the same time', () => {
  /** Holds every answer back until the test lets go. */
  function held(): { release: () => void } {
    const waiting: (() => void)[] = [];
    scene.answer = (request, response) => {
      waiting.push(() => scene.versions()(request, response));
    };
    return {
      release: () => {
        for (const send of waiting.splice(0)) send();
      },
    };
  }

  it('share one fetch', async () => {
    const { release } = held();
    const loader = scene.loaderWith();
    const all = Array.from({ length: 50 }, () => scene.read(loader));
    await scene.requestsToBe(1);
    release();
    expect(new Set(await Promise.all(all))).toEqual(new Set(['version 1']));
    expect(scene.server.requests).toHaveLength(1);
  });

  it('share a failure', async () => {
    scene.answer = failing();
    const loader = scene.loaderWith();
    const all = await Promise.allSettled(Array.from({ length: 50 }, () => scene.read(loader)));
    expect(all.every(({ status }) => status === 'rejected')).toBe(true);
    expect(scene.server.requests).toHaveLength(1);
  });

  it('do not lose it when one of them is canceled', async () => {
    const { release } = held();
    const loader = scene.loaderWith();
    const canceling = new AbortController();
    const canceled = scene.read(loader, '/g', canceling.signal);
    const staying = scene.read(loader);
    await scene.requestsToBe(1);
    canceling.abort(new Error('the client went away'));
    await expect(canceled).rejects.toThrow('the client went away');
    release();
    expect(await staying).toBe('version 1');
    expect(scene.server.requests).toHaveLength(1);
  });

  it('end it when all of them are canceled, and it is no failure to remember', async () => {
    const { release } = held();
    const loader = scene.loaderWith();
    const canceling = new AbortController();
    const both = [scene.read(loader, '/g', canceling.signal), scene.read(loader, '/g', canceling.signal)];
    await scene.requestsToBe(1);
    const closed = new Promise((resolve) => scene.server.requests[0]!.socket.once('close', resolve));
    const again = both[1]!.catch(() => scene.read(loader));
    canceling.abort(new Error('the client went away'));
    for (const each of both) await expect(each).rejects.toThrow('the client went away');
    await closed;
    await scene.requestsToBe(2);
    release();
    expect(await again).toBe('version 1');
  });

  it('are not started for a client that is gone already', async () => {
    scene.answer = scene.versions();
    const loader = scene.loaderWith();
    await expect(scene.read(loader, '/g', AbortSignal.abort(new Error('gone')))).rejects.toThrow('gone');
    expect(scene.server.requests).toHaveLength(0);
  });

  it('end when the loader is closed', async () => {
    held();
    const loader = scene.loaderWith();
    const waiting = scene.read(loader);
    await scene.requestsToBe(1);
    loader.close();
    await expect(waiting).rejects.toMatchObject({ name: 'AbortError' });
  });
});
