import type { Blob } from './blobs.ts';
import type { ToEngine } from './messages.ts';

/** The file descriptor of the byte pipe: after the three standard ones and the message channel. */
export const BYTES_FD = 4;

/** A message on the channel: a `run` may announce bytes that follow on the byte pipe. */
export type WireMessage = ToEngine & { blobs?: Blob[] };
