import { open } from 'node:fs/promises';
import type { InlineGrammar } from '../../grammars/inline-grammar.ts';
import { MAX_GRAMMAR_BYTES, MAX_GRAMMARS } from '../../operations/lm-form.ts';
import { UsageError } from '../usage-error.ts';

/** Says nothing about the syntax, which is detected from the content. */
export const GRAMMAR_TYPE = 'application/octet-stream';

/** The grammars in files, as a request brings them along and with the same limits. */
export async function readGrammarFiles(files: readonly string[]): Promise<InlineGrammar[]> {
  if (files.length > MAX_GRAMMARS) {
    throw new UsageError(
      `--grammar is given ${files.length} times; at most ${MAX_GRAMMARS} grammars are active at once`,
    );
  }
  return Promise.all(
    files.map(async (file) => ({
      bytes: await readSmallFile(file, MAX_GRAMMAR_BYTES),
      mediaType: GRAMMAR_TYPE,
    })),
  );
}

/** A whole file that must not be larger than this, nor endless like a device. */
export async function readSmallFile(file: string, mostBytes: number): Promise<Buffer> {
  try {
    const handle = await open(file);
    try {
      const buffer = Buffer.alloc(mostBytes + 1);
      let length = 0;
      for (let read = -1; read !== 0 && length <= mostBytes; length += read) {
        ({ bytesRead: read } = await handle.read(buffer, length, mostBytes + 1 - length));
      }
      if (length > mostBytes) throw new UsageError(`${file} has more than ${mostBytes} bytes`);
      return buffer.subarray(0, length);
    } finally {
      await handle.close();
    }
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw new UsageError(`${file} cannot be read: ${(error as Error).message}`);
  }
}
