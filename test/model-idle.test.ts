import { readFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { SENTENCE } from './support/recognition-server.ts';
import { recognize, statuses, texts } from './support/recognize.ts';
import { childrenOf, startServer, type TestServer } from './support/server.ts';
import { fixture } from './support/speech.ts';

/** Of the one engine process, in megabytes. */
function engineMegabytes(server: TestServer): number {
  const [pid] = childrenOf(server);
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(/^VmRSS:\s+(\d+)/m.exec(status)![1]) / 1024;
}

it('unloads models that nobody uses, and serves the next requests all the same', async (ctx) => {
  if (process.platform !== 'linux') ctx.skip('reads the memory of a process from /proc');
  const server = await startServer({ LOCUTOR_MODEL_IDLE_MINUTES: '0.05' });
  try {
    const speech = fixture('sentence.flac');
    const ask = (headers: Record<string, string> = {}) => recognize(server, speech, { headers });
    // Recognition, segmentation and speaker embedding, all of which are unloaded.
    const who = { 'diarization-enabled': 'true' };
    expect(texts((await ask()).segments())).toEqual([SENTENCE]);
    const [pid] = childrenOf(server);
    for (let round = 0; round < 2; round++) {
      const loaded = engineMegabytes(server);
      // Of Moonshine's base model some 43 MB go back to the system; the C library keeps the rest for the next load.
      while (engineMegabytes(server) > loaded - 25) await setTimeout(100);
      const answers = await Promise.all([ask(), ask(who), ask(), ask(who)]);
      for (const answer of answers) {
        expect(answer.status).toBe(200);
        expect(statuses(answer.segments())).toEqual(['RECOGNIZED']);
        expect(texts(answer.segments())).toEqual([SENTENCE]);
      }
    }
    // It is the same process: nothing was restarted.
    expect(childrenOf(server)).toEqual([pid]);
  } finally {
    await server.stop();
  }
});
