import type { Advert, FetchModel, FleetState } from '@locutor/engine';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { ModelsClosed, ModelUnavailable } from '../models/recognition-models.ts';
import { FleetModels } from './fleet-models.ts';

/** Workers that say what a test wants them to. */
function fleetOf(...workers: Pick<Advert, 'models' | 'downloads'>[]) {
  const asked: FetchModel[] = [];
  const checks = new Set<() => void>();
  const fleet = {
    has: (models: readonly string[]) =>
      workers.some((each) => models.every((name) => each.models.includes(name))),
    fetch: (request: FetchModel) => asked.push(request),
    fleet: () => ({ workers }) as unknown as FleetState,
    when: (condition: () => boolean) =>
      new Promise<void>((resolve) => {
        const check = () => condition() && resolve();
        checks.add(check);
        check();
      }),
  };
  const say = () => {
    for (const check of checks) check();
  };
  return { fleet, asked, workers, say };
}

const forever = new AbortController().signal;

afterEach(() => vi.useRealTimers());

describe('the models of a fleet', () => {
  it('are ready where some worker has them, and asked for where none has', async () => {
    const { fleet, asked, workers, say } = fleetOf({ models: ['moonshine-base'], downloads: [] });
    const models = new FleetModels(fleet, 'auto');
    await models.ready('moonshine-base', forever);
    expect(asked).toEqual([]);
    const waiting = models.ready('whisper-small', forever);
    expect(asked).toEqual([{ model: 'whisper-small', by: 'request' }]);
    workers[0]!.models.push('whisper-small');
    say();
    await waiting;
  });

  it('are not fetched against the policy of the node', async () => {
    const { fleet, asked } = fleetOf({ models: [], downloads: [] });
    await expect(new FleetModels(fleet, 'start').ready('whisper-small', forever)).rejects.toThrow(
      'no worker has its model whisper-small',
    );
    expect(asked).toEqual([]);
  });

  it('are unavailable where no worker begins, but not while one fetches', async () => {
    vi.useFakeTimers();
    const download = { name: 'whisper-small', state: 'downloading' as const, done: 1, total: 2 };
    const { fleet, workers, say } = fleetOf({ models: [], downloads: [download] });
    const outcome = new FleetModels(fleet, 'auto')
      .ready('whisper-small', forever)
      .catch((error: unknown) => error);
    vi.advanceTimersByTime(60_000);
    say();
    workers[0]!.downloads = [{ ...download, state: 'failed' }];
    say();
    expect(await outcome).toBeInstanceOf(ModelUnavailable);
  });

  it('are not waited for by a server that stops', async () => {
    const { fleet, say } = fleetOf({ models: [], downloads: [] });
    const models = new FleetModels(fleet, 'auto');
    const outcome = models.ready('whisper-small', forever).catch((error: unknown) => error);
    models.close();
    say();
    expect(await outcome).toBeInstanceOf(ModelsClosed);
  });

  it('are listed with the number of workers that have them, and their downloads', () => {
    const download = { name: 'dtln', state: 'failed' as const, done: 1, total: 2 };
    const { fleet } = fleetOf(
      { models: ['silero-vad'], downloads: [download] },
      { models: ['silero-vad'], downloads: [{ ...download, state: 'downloading' }] },
    );
    const list = new FleetModels(fleet, 'auto').list();
    expect(list.find(({ name }) => name === 'silero-vad')).toMatchObject({ ready: true, workers: 2 });
    expect(list.find(({ name }) => name === 'dtln')).toMatchObject({
      ready: false,
      workers: 0,
      download: { state: 'downloading', done: 1, total: 2 },
    });
  });
});
