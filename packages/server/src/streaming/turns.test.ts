import { expect, it } from 'vitest';
import type { LiveCallWatch } from '../operations/recognize/live-call.ts';
import { fakeResult } from './testing/fake-host.ts';
import { Turns } from './turns.ts';

const DECODE = { raw: { encoding: 'pcm', rate: 8000 } } as const;

function scene({ room = true }: { room?: boolean } = {}) {
  const calls: { watch: LiveCallWatch; signal: AbortSignal; written: number; ended: boolean }[] = [];
  const results: string[] = [];
  let failing: Error | undefined;
  const turns = new Turns(
    async (watch, signal) => {
      if (failing) throw failing;
      const call = { watch, signal, written: 0, ended: false };
      calls.push(call);
      return {
        write: (bytes) => {
          call.written += bytes.length;
          return room;
        },
        end: () => {
          call.ended = true;
        },
        startTimers: () => {},
      };
    },
    {
      onResult: ({ result_status }) => results.push(result_status),
      onFailure: (error) => results.push(String(error)),
    },
  );
  const fail = (error: Error | undefined) => {
    failing = error;
  };
  return { turns, calls, results, fail };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

it('begin with audio, and again with the audio after a last result', async () => {
  const { turns, calls, results } = scene();
  await turns.write(new Uint8Array(4), DECODE);
  calls[0]!.watch.onResult(fakeResult('RECOGNIZED', { last_segment: false }));
  await turns.write(new Uint8Array(4), DECODE);
  calls[0]!.watch.onResult(fakeResult('NO_SPEECH'));
  await turns.write(new Uint8Array(2), DECODE);
  expect(calls.map(({ written }) => written)).toEqual([8, 2]);
  expect(results).toEqual(['RECOGNIZED', 'NO_SPEECH']);
});

it('let audio wait until there is room, or nobody listens any more', async () => {
  const { turns, calls } = scene({ room: false });
  const done: string[] = [];
  void turns.write(new Uint8Array(4), DECODE).then(() => done.push('first'));
  await settled();
  expect(done).toEqual([]);
  calls[0]!.watch.onDrain?.();
  await settled();
  void turns.write(new Uint8Array(4), DECODE).then(() => done.push('second'));
  await settled();
  expect(done).toEqual(['first']);
  turns.cancel();
  await settled();
  expect(done).toEqual(['first', 'second']);
  expect(calls[0]!.signal.aborted).toBe(true);
});

it('end after the last result, and at once where there is no recognition', async () => {
  const { turns, calls } = scene();
  await turns.end();
  await turns.begin();
  let over = false;
  const ended = turns.end().then(() => {
    over = true;
  });
  await settled();
  expect([calls[0]!.ended, over]).toEqual([true, false]);
  calls[0]!.watch.onResult(fakeResult('RECOGNIZED'));
  await ended;
});

it('end what was still being opened', async () => {
  const { turns, calls } = scene();
  const begun = turns.begin();
  const ended = turns.end();
  await begun;
  expect(calls[0]!.ended).toBe(true);
  calls[0]!.watch.onResult(fakeResult('NO_SPEECH'));
  await ended;
});

it('tell nothing of a recognition that was canceled', async () => {
  const { turns, calls, results } = scene();
  await turns.begin();
  turns.cancel();
  calls[0]!.watch.onResult(fakeResult('RECOGNIZED'));
  calls[0]!.watch.onFailure(new Error('late'));
  expect(results).toEqual([]);
});

it('go on after one that could not begin, and one that failed', async () => {
  const { turns, calls, results, fail } = scene();
  fail(new Error('no'));
  await expect(turns.write(new Uint8Array(2), DECODE)).rejects.toThrow('no');
  fail(undefined);
  await turns.write(new Uint8Array(2), DECODE);
  calls[0]!.watch.onFailure(new Error('broken'));
  await turns.write(new Uint8Array(2), DECODE);
  expect([calls.length, results]).toEqual([2, ['Error: broken']]);
});
