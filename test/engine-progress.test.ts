import { setTimeout } from 'node:timers/promises';
import { joinSamples } from '@locutor/audio';
import { beforeAll, describe, expect, it } from 'vitest';
import { engineState, recognize, statuses } from './support/recognize.ts';
import { childrenOf, startServer } from './support/server.ts';
import { type Bytes, fixture, repeated, samplesOf, silence, wav } from './support/speech.ts';

/** So long that the search for its segments, which comes first, can be interrupted. */
let long: Bytes;

beforeAll(async () => {
  const sentence = await samplesOf('sentence.flac');
  long = wav(repeated(joinSamples([sentence, silence(1)]), 60));
});

describe('an engine process that hangs inside a job', () => {
  it('is not counted ready, then replaced; its request ends with FAILURE', async () => {
    const server = await startServer({ LOCUTOR_ENGINE_PROGRESS_SECONDS: '6' });
    const ready = async () => {
      const answer = await fetch(`${server.url}/health/ready`);
      return { status: answer.status, engine: ((await answer.json()) as { engine: object }).engine };
    };
    try {
      while ((await ready()).status !== 200) await setTimeout(20);
      const asked = recognize(server, long);
      // The first segments wait, so the search for more has begun.
      while ((await engineState(server)).queued === 0) await setTimeout(5);
      const [pid] = childrenOf(server);
      process.kill(pid!, 'SIGSTOP');

      let state = await ready();
      while (state.status === 200) {
        await setTimeout(50);
        state = await ready();
      }
      expect(state.engine).toMatchObject({ status: 'degraded', processes: 1, ready: 0, running: 1 });
      // It is still there: what counts is that it makes no progress.
      expect(childrenOf(server)).toEqual([pid]);

      const segments = (await asked).segments();
      expect(statuses(segments).at(-1)).toBe('FAILURE');
      expect(statuses(segments).slice(0, -1)).not.toContain('FAILURE');

      while ((await ready()).status !== 200) await setTimeout(50);
      expect(childrenOf(server)).not.toContain(pid);
      expect(statuses((await recognize(server, fixture('sentence.flac'))).segments())).toEqual([
        'RECOGNIZED',
      ]);
      await expect.poll(() => server.log()).toContain('"reason":"no-progress"');
    } finally {
      await server.stop();
    }
  }, 300_000);
});
