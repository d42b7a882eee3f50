import { open, readFile } from 'node:fs/promises';
import { CommandError, UsageError } from '../usage-error.ts';
import type { Input } from './inputs.ts';

/** The bytes of an input, no more than so many of them. */
export async function readAudio({ path, name }: Input, mostBytes: number): Promise<Uint8Array> {
  if (path === undefined) return readStream(process.stdin, mostBytes);
  try {
    const handle = await open(path);
    try {
      const info = await handle.stat();
      if (info.isDirectory()) throw new Error('it is a folder');
      if (info.size > mostBytes) throw tooLarge(mostBytes);
      // A pipe or a device has no size.
      if (!info.isFile()) return await readStream(handle.createReadStream({ autoClose: false }), mostBytes);
      return await readFile(handle);
    } finally {
      await handle.close();
    }
  } catch (error) {
    if (error instanceof CommandError) throw error;
    const { code, message } = error as NodeJS.ErrnoException;
    throw new CommandError(code === 'ENOENT' ? 'there is no such file' : `it cannot be read: ${message}`, {
      cause: { error, name },
    });
  }
}

async function readStream(stream: AsyncIterable<Buffer> & { isTTY?: boolean }, mostBytes: number) {
  if (stream.isTTY) {
    throw new UsageError(
      'standard input is a terminal: send audio into it, as in "locutor recognize - < speech.wav"',
    );
  }
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of stream) {
    length += chunk.length;
    if (length > mostBytes) throw tooLarge(mostBytes);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function tooLarge(mostBytes: number): CommandError {
  return new CommandError(`it has more than ${mostBytes} bytes (maxBodyBytes)`);
}
