import type { Readable } from 'node:stream';

/** All that was written to a stream so far. Up to Node 24 one `read` gives all of it, later only a chunk. */
export function writtenTo(stream: Readable): string {
  const parts: Buffer[] = [];
  for (let part = stream.read(); part !== null; part = stream.read()) parts.push(part);
  return Buffer.concat(parts).toString();
}
