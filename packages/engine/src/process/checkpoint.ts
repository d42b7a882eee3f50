import { setImmediate as nextTurn } from 'node:timers/promises';

/** A cancel is noticed this much later at most. Measured: 4 µs for a turn of the event loop, 0.5 µs for a call without. */
const TURN_EVERY_MS = 2;

/** The `checkpoint` of one job: a turn of the event loop, so that a cancel message is read, then the verdict. */
export function jobCheckpoint(signal: AbortSignal): () => Promise<void> {
  let lastTurn = performance.now();
  return async () => {
    if (performance.now() - lastTurn >= TURN_EVERY_MS) {
      await nextTurn();
      lastTurn = performance.now();
    }
    signal.throwIfAborted();
  };
}
