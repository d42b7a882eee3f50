import { setTimeout as sleep } from 'node:timers/promises';
import type { BenchServer } from '../bench-server.ts';
import { residentMb } from '../load/memory-watch.ts';
import { LiveSession } from './live-session.ts';
import type { SpokenClip } from './spoken-clips.ts';

const SETTLE_MS = 3000;
/** Bytes of speech that every session has sent: three seconds, of which nothing is recognised yet. */
const SPOKEN = 96_000;

/** Megabytes that the main process takes for a session in which somebody speaks. */
export async function memoryPerSession(
  server: BenchServer,
  clip: SpokenClip,
  sessions: number,
): Promise<number | undefined> {
  const before = residentMb(server.pid);
  const opened: LiveSession[] = [];
  for (let n = 0; n < sessions; n++) {
    const session = await LiveSession.open(server.url);
    await session.start({});
    opened.push(session);
  }
  const started = opened.map((session) => session.next('START_OF_SPEECH'));
  for (const session of opened) session.write(clip.pcm.subarray(0, SPOKEN));
  await Promise.all(started);
  await sleep(SETTLE_MS);
  const after = residentMb(server.pid);
  for (const session of opened) session.close();
  return before === undefined || after === undefined ? undefined : (after - before) / sessions;
}
