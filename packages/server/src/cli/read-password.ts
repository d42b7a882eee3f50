import { createInterface } from 'node:readline';
import { type Readable, Writable } from 'node:stream';
import type { ReadStream } from 'node:tty';
import { hasControl } from '../http/passwords.ts';
import { UsageError } from './usage-error.ts';

const MOST_BYTES = 1024;

/** Reads a password: one typed line that is not shown, or everything that a pipe or file holds but its last line end. */
export async function readPassword(input: Readable, prompt: Writable): Promise<string> {
  const bytes = (input as Partial<ReadStream>).isTTY ? await typed(input, prompt) : await piped(input);
  if (bytes.length > MOST_BYTES) throw new UsageError(`a password has at most ${MOST_BYTES} bytes`);
  let password: string;
  try {
    password = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new UsageError('the password is not UTF-8, which is what clients send');
  }
  if (password === '') throw new UsageError('the password is empty');
  // Basic authentication has none of them (RFC 7617).
  if (hasControl(password)) throw new UsageError('a password is one line without control characters');
  return password;
}

async function piped(input: Readable): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let length = 0;
  try {
    for await (const chunk of input) {
      chunks.push(Buffer.from(chunk));
      length += chunk.length;
      // Two more for the line end. Whatever sends this much is no password.
      if (length > MOST_BYTES + 2) break;
    }
  } catch (error) {
    throw new UsageError(`standard input cannot be read: ${(error as Error).message}`);
  }
  const all = Buffer.concat(chunks);
  const end = all.at(-1) !== 0x0a ? 0 : all.at(-2) === 0x0d ? 2 : 1;
  return all.subarray(0, all.length - end);
}

/** Readline edits the line; what it would show goes nowhere. */
function typed(input: Readable, prompt: Writable): Promise<Buffer> {
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input, output: silent, terminal: true, historySize: 0 });
  prompt.write('Password: ');
  return new Promise<Buffer>((resolve, reject) => {
    lines.once('line', (line) => resolve(Buffer.from(line)));
    // Ctrl-C and ctrl-D close it.
    lines.once('close', () => reject(new UsageError('no password was typed')));
  }).finally(() => {
    lines.close();
    prompt.write('\n');
  });
}
