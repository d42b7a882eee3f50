import type { ModelStore } from '@locutor/models';
import { pino } from 'pino';
import { describe, expect, it, vi } from 'vitest';
import { ModelsClosed } from '../models/recognition-models.ts';
import { FetchedModels } from './recognition-models.ts';

const NEVER = new AbortController().signal;

function setUp(policy: 'auto' | 'start' | 'never', fetch: () => Promise<void> = async () => {}) {
  const here = new Set(['moonshine-base']);
  const store = { missing: (names: string[]) => names.filter((name) => !here.has(name)) };
  const fetched = vi.fn(async (_store: unknown, names: readonly string[]) => {
    await fetch();
    for (const name of names) here.add(name);
  });
  let time = 1000;
  const lines: string[] = [];
  const models = new FetchedModels({
    store: store as unknown as ModelStore,
    policy,
    log: pino({}, { write: (line: string) => void lines.push(line) }),
    fetch: fetched,
    now: () => time,
  });
  const later = (ms: number) => {
    time += ms;
  };
  return { models, fetched, lines, later };
}

describe('recognition models', () => {
  it('are ready where they are here', async () => {
    const { models, fetched } = setUp('auto');
    await models.ready('moonshine-base', NEVER);
    expect(fetched).not.toHaveBeenCalled();
  });

  it('are fetched once for all who ask, with a line in the log', async () => {
    const { models, fetched, lines } = setUp('auto');
    await Promise.all([models.ready('whisper-small', NEVER), models.ready('whisper-small', NEVER)]);
    await models.ready('whisper-small', NEVER);
    expect(fetched).toHaveBeenCalledTimes(1);
    expect(lines.join('')).toContain('"model":"whisper-small","msg":"fetching a model');
  });

  it.each(['start', 'never'] as const)('are not fetched where the policy is %s', async (policy) => {
    const { models, fetched } = setUp(policy);
    await expect(models.ready('whisper-small', NEVER)).rejects.toThrow(
      'its model whisper-small is not installed; fetch it with: npx locutor models fetch whisper-small',
    );
    expect(fetched).not.toHaveBeenCalled();
  });

  it('are tried again after a while when a fetch failed', async () => {
    const { models, fetched, later, lines } = setUp('auto', () =>
      Promise.reject(new Error('no network at 10.0.0.1')),
    );
    await expect(models.ready('whisper-tiny', NEVER)).rejects.toThrow('could not be fetched');
    await expect(models.ready('whisper-tiny', NEVER)).rejects.toThrow('could not be fetched');
    expect(fetched).toHaveBeenCalledTimes(1);
    expect(lines.join('')).toContain('no network at 10.0.0.1');
    later(30_000);
    await expect(models.ready('whisper-tiny', NEVER)).rejects.toThrow('could not be fetched');
    expect(fetched).toHaveBeenCalledTimes(2);
  });

  it('go on being fetched when the one who asked has gone', async () => {
    let finish = () => {};
    const { models, fetched } = setUp('auto', () => new Promise((resolve) => (finish = resolve)));
    const caller = new AbortController();
    const asked = models.ready('whisper-tiny', caller.signal);
    const other = models.ready('whisper-tiny', NEVER);
    caller.abort(new Error('gone'));
    await expect(asked).rejects.toThrow('gone');
    finish();
    await other;
    expect(fetched).toHaveBeenCalledTimes(1);
  });

  it('tell those who wait when the server stops', async () => {
    let fail = (_error: Error) => {};
    const { models } = setUp('auto', () => new Promise((_, reject) => (fail = reject)));
    const asked = models.ready('whisper-tiny', NEVER);
    models.close();
    fail(new Error('stopped'));
    await expect(asked).rejects.toBeInstanceOf(ModelsClosed);
  });
});
