/**
 * More complaints than this about one piece of audio, and it is given up: the MP3 decoder's own loop would go on
 * complaining about the same error for ever.
 */
const mostComplaints = 200;

/**
 * Runs `work` while the console says nothing. The decoders print a line for every damaged packet, which a client
 * could fill a log with. `work` must not wait: whatever else the process prints has to come through.
 */
export function quietly<T>(work: () => T): T {
  const { log, warn, error } = console;
  let complaints = 0;
  const swallow = () => {
    if (++complaints > mostComplaints) throw new Error('the decoder does not get past an error');
  };
  Object.assign(console, { log: swallow, warn: swallow, error: swallow });
  try {
    return work();
  } finally {
    Object.assign(console, { log, warn, error });
  }
}
