import { Socket } from 'node:net';
import { attachBlobs, BYTES_FD, type ToEngine, type WireMessage } from '@locutor/contract';
import type { ParentLink } from './parent-link.ts';
import { readExactly } from './read-exactly.ts';

/** The link of a process that was forked with a message channel and a byte pipe. */
export function pipeParentLink(): ParentLink {
  const bytes = new Socket({ fd: BYTES_FD, readable: true, writable: false });
  return {
    send: (message) => {
      if (process.connected) process.send!(message);
    },
    onMessage: (listener) => {
      // One after the other: a cancel must not overtake the job it is for while that job's bytes still arrive.
      let delivered = Promise.resolve();
      process.on('message', (message: WireMessage) => {
        delivered = delivered.then(async () => {
          listener(await complete(message, bytes));
        });
      });
    },
  };
}

async function complete(message: WireMessage, bytes: Socket): Promise<ToEngine> {
  const { blobs, ...plain } = message;
  if (plain.type !== 'run' || !blobs) return plain;
  const buffers: ArrayBuffer[] = [];
  for (const blob of blobs) buffers.push(await readExactly(bytes, blob.byteLength));
  return { ...plain, input: attachBlobs(plain.input, blobs, buffers) };
}
