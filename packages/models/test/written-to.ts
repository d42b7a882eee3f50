import type { Readable } from 'node:stream';

/** All that was written to a stream so far. `read` gives all of it at once up to Node 24, and chunk by chunk later. */
export function writtenTo(stream: Readable): string {
  const parts: Buffer[] = [];
  for (let part = stream.read(); part !== null; part = stream.read()) parts.push(part);
  return Buffer.concat(parts).toString();
}
