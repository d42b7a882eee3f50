import { setTimeout as sleep } from 'node:timers/promises';

/** Seconds of one packet: what clients with a microphone usually send. */
const PACKET_SECONDS = 0.1;

export interface Clock {
  /** Milliseconds. */
  now(): number;
  sleep(ms: number): Promise<unknown>;
}

const CLOCK: Clock = { now: () => performance.now(), sleep };

/** Audio in packets, each of them when the last of its samples would have been spoken. */
export async function* paced(
  parts: AsyncIterable<Uint8Array>,
  bytesPerSecond: number,
  clock: Clock = CLOCK,
): AsyncGenerator<Uint8Array, void, void> {
  const begun = clock.now();
  const size = Math.round(PACKET_SECONDS * bytesPerSecond);
  let given = 0;
  for await (const part of parts) {
    for (let at = 0; at < part.length; at += size) {
      const packet = part.subarray(at, at + size);
      given += packet.length;
      const ahead = begun + (1000 * given) / bytesPerSecond - clock.now();
      if (ahead > 0) await clock.sleep(ahead);
      yield packet;
    }
  }
}
