import { expect, it } from 'vitest';
import { appForTest } from '../../testing/app-for-test.ts';

it('says 503 when it is not ready', async () => {
  const app = await appForTest(
    {},
    {
      readiness: async () => ({
        ready: false,
        models: { ready: false, missing: ['silero-vad'] },
        database: { ready: true, reads: true, writes: true },
        engine: { status: 'starting', processes: 1, ready: 0, queued: 0, running: 0, maxQueue: 1 },
      }),
    },
  );
  const answer = await app.inject('/health/ready');
  expect([answer.statusCode, answer.json().models]).toEqual([503, { ready: false, missing: ['silero-vad'] }]);
});
