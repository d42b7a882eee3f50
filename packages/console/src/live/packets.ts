/** A tenth of a second is soon enough, and each packet has a head. */
const PACKETS_PER_SECOND = 10;

/** The type of what `packets` sends: the only one without a header that may have any rate. Its bytes are big-endian. */
export const packetType = (rate: number) => `audio/L16;rate=${rate};channels=1`;

/** Joins the few samples that come at a time to packets. */
export function packets(rate: number, send: (bytes: Uint8Array) => void) {
  const size = Math.round(rate / PACKETS_PER_SECOND);
  let waiting = new DataView(new ArrayBuffer(2 * size));
  let filled = 0;
  const flush = () => {
    if (filled > 0) send(new Uint8Array(waiting.buffer, 0, 2 * filled));
    waiting = new DataView(new ArrayBuffer(2 * size));
    filled = 0;
  };
  return {
    add(samples: Int16Array): void {
      for (const sample of samples) {
        waiting.setInt16(2 * filled, sample);
        filled += 1;
        if (filled === size) flush();
      }
    },
    /** Sends the rest. */
    flush,
  };
}
