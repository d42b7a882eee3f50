import type { LiveRequest, LiveWatch } from '@locutor/engine';
import { describe, expect, test } from 'vitest';
import { ServiceError } from '../../errors/index.ts';
import { LiveCall, type LiveCallRequest, type LiveCallWatch, type LiveServices } from './live-call.ts';
import type { Pass } from './passes.ts';
import { spoken } from './testing.ts';

const PASS = {
  request: {},
  lms: [{ kind: 'free', uri: 'builtin:slm/general' }],
} as unknown as Pass;

/** A call whose engine is this test: it reports what `engine` is told to. */
function scene(
  { bill = async () => '7' }: { bill?: () => Promise<string> } = {},
  stop = new AbortController(),
) {
  const bills: unknown[] = [];
  const events: string[] = [];
  let engine: LiveWatch | undefined;
  let canceled = 0;
  const live = {
    length: { seconds: 12, speechSeconds: 5 },
    cancel: () => {
      canceled += 1;
    },
  };
  const services = {
    config: { maxAudioSeconds: 600, maxBodyBytes: 1000 },
    grammars: {},
    recognition: { traits: { pooled: () => [] }, models: {} },
    live: {
      open: (_: LiveRequest, watch: LiveWatch) => {
        engine = watch;
        return live;
      },
    },
    billing: {
      bill: (record: unknown) => {
        bills.push(record);
        return bill();
      },
    },
  } as unknown as LiveServices;
  const request = {
    references: [],
    inline: [],
    parameters: { 'license.manager.accountTag': 'team', 'decoder.maxSentences': 1 },
    classifiers: new Set(),
    client: 'test',
    partials: false,
  } as unknown as LiveCallRequest;
  const watch: LiveCallWatch = {
    onResult: (result, id) => events.push([result.result_status, id].join(' ').trim()),
    onFailure: (error) => events.push((error as ServiceError).code),
    onUnbilled: (error) => events.push(`unbilled: ${(error as Error).message}`),
  };
  const call = new LiveCall(request, [PASS], services, watch, stop.signal);
  return { call, stop, engine: engine!, bills, events, canceled: () => canceled };
}

const said = () => [spoken(['hello'])];
const RECORD = {
  operation: 'recognize',
  accountTag: 'team',
  audioMs: 12_000,
  speechMs: 5000,
  outcome: 'RECOGNIZED',
};

describe('the billing record of a live recognition', () => {
  test('is kept before its last result is given, once', async () => {
    const { engine, bills, events, stop } = scene();
    engine.onSegment(said(), false);
    engine.onSegment(said(), true);
    await expect.poll(() => events).toEqual(['RECOGNIZED', 'RECOGNIZED 7']);
    stop.abort();
    expect(bills).toEqual([RECORD]);
  });

  test('is kept where the client leaves after a result', async () => {
    const { engine, bills, events, stop } = scene();
    engine.onSegment(said(), false);
    await expect.poll(() => events).toEqual(['RECOGNIZED']);
    expect(bills).toEqual([]);
    stop.abort();
    expect(bills).toEqual([RECORD]);
  });

  test('is kept where the recognition fails after a result', async () => {
    const { engine, bills, events } = scene();
    engine.onSegment(said(), false);
    await expect.poll(() => events).toEqual(['RECOGNIZED']);
    engine.onFailure(new ServiceError('ERR_BUSY', 'no room'));
    expect(events).toEqual(['RECOGNIZED', 'ERR_BUSY']);
    expect(bills).toEqual([RECORD]);
  });

  test('is not made where nothing was given', () => {
    const { engine, bills, stop } = scene();
    engine.onSegment(said(), false);
    stop.abort();
    expect(bills).toEqual([]);
  });

  test('that cannot be kept when the client has left is reported', async () => {
    const { engine, events, stop } = scene({ bill: () => Promise.reject(new Error('disk full')) });
    engine.onSegment(said(), false);
    await expect.poll(() => events).toEqual(['RECOGNIZED']);
    stop.abort();
    await expect.poll(() => events).toEqual(['RECOGNIZED', 'unbilled: disk full']);
  });
});

test('a recognition that was canceled while it was opened is over', () => {
  const stop = new AbortController();
  stop.abort();
  expect(scene({}, stop).canceled()).toBe(1);
});
