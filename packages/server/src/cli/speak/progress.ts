import { basename } from 'node:path';
import cliProgress from 'cli-progress';

/** Audio on its way, and how much of it has passed. */
export interface Counted {
  readonly parts: AsyncIterable<Uint8Array>;
  bytes(): number;
}

/** Counts what passes, and shows a person how much that is. */
export function counted(parts: AsyncIterable<Uint8Array>, file: string, quiet: boolean): Counted {
  let bytes = 0;
  async function* passed() {
    const bar = file === '' || quiet || !process.stderr.isTTY ? undefined : newBar(file);
    try {
      for await (const part of parts) {
        bytes += part.length;
        bar?.update(bytes, { kilobytes: Math.round(bytes / 1000) });
        yield part;
      }
    } finally {
      bar?.stop();
    }
  }
  return { parts: passed(), bytes: () => bytes };
}

function newBar(file: string) {
  const bar = new cliProgress.SingleBar({
    stream: process.stderr,
    format: '{name}  {kilobytes} KB spoken',
    hideCursor: true,
    clearOnComplete: true,
  });
  bar.start(1, 0, { name: basename(file), kilobytes: 0 });
  return bar;
}
