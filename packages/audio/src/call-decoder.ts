import { AudioError } from './errors.ts';

/**
 * More complaints than this about one piece of audio, and it is given up: the MP3 decoder's own loop would go on
 * complaining about the same error for ever.
 */
const mostComplaints = 200;

/**
 * Runs a call into a decoder that is not ours. What it throws, such as the trap of a WebAssembly instance that
 * damaged audio led astray, becomes an AudioError; the instance must not be used again then. Nothing has to be
 * freed, as all of a decoder's memory is its instance, which is collected with it.
 *
 * The console says nothing meanwhile: decoders print a line for every damaged packet, which a client could fill
 * a log with. Only while the call itself runs, not while its promise is waited for, so whatever else the
 * process prints comes through.
 */
export async function callDecoder<T>(name: string, call: () => T | Promise<T>): Promise<T> {
  try {
    return await quietly(call);
  } catch (error) {
    throw new AudioError('malformed', `the ${name} decoder failed on damaged audio`, { cause: error });
  }
}

function quietly<T>(call: () => T): T {
  const { log, warn, error } = console;
  let complaints = 0;
  const swallow = () => {
    if (++complaints > mostComplaints) throw new Error('the decoder does not get past an error');
  };
  Object.assign(console, { log: swallow, warn: swallow, error: swallow });
  try {
    return call();
  } finally {
    Object.assign(console, { log, warn, error });
  }
}
