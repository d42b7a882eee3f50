import { createInterface } from 'node:readline/promises';
import type { Readable, Writable } from 'node:stream';
import type { ReadStream } from 'node:tty';

export interface Terminal {
  readonly input: Readable;
  readonly output: Writable;
}

/** Questions go to standard error, so that they are seen when the output is redirected. */
export const terminal: Terminal = { input: process.stdin, output: process.stderr };

/** Whether somebody can answer a question. */
export function canAsk({ input }: Terminal): boolean {
  return (input as Partial<ReadStream>).isTTY === true;
}

/** Asks a question; everything but y and yes is a no. */
export async function isYes(question: string, { input, output }: Terminal): Promise<boolean> {
  const lines = createInterface({ input, output });
  const left = new AbortController();
  // Ctrl-C and ctrl-D close it without an answer.
  lines.once('close', () => left.abort());
  try {
    const answer = await lines.question(`${question} [y/N] `, { signal: left.signal });
    return /^y(es)?$/i.test(answer.trim());
  } catch {
    return false;
  } finally {
    lines.close();
  }
}
