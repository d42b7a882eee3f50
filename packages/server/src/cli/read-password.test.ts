import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { readPassword } from './read-password.ts';
import { UsageError } from './usage-error.ts';

/** What is read from an input that holds these bytes and then ends, and what was shown meanwhile. */
async function read(bytes: string | Buffer, isTTY: boolean) {
  const input = Object.assign(new PassThrough(), { isTTY, setRawMode: () => input });
  const prompt = new PassThrough();
  input.end(bytes);
  const outcome = await readPassword(input, prompt).catch((error: unknown) => error);
  prompt.end();
  return { outcome, shown: await text(prompt) };
}

describe('a password', () => {
  it.each([
    ['correct horse', 'correct horse'],
    ['correct horse\n', 'correct horse'],
    ['correct horse\r\n', 'correct horse'],
    [' señor:日本 \n', ' señor:日本 '],
  ])('is read from a pipe that holds %j', async (bytes, password) => {
    expect(await read(bytes, false)).toEqual({ outcome: password, shown: '' });
  });

  it('is typed, and not shown', async () => {
    expect(await read('hunter3\x7f2\r', true)).toEqual({ outcome: 'hunter2', shown: 'Password: \n' });
  });

  it.each<[string, string | Buffer, boolean, string]>([
    ['an empty input', '', false, 'the password is empty'],
    ['an empty line', '\n', false, 'the password is empty'],
    ['two lines', 'a\nb\n', false, 'a password is one line without control characters'],
    ['bytes that are not UTF-8', Buffer.from([0xff]), false, 'the password is not UTF-8'],
    ['more than anybody types', Buffer.alloc(1 << 20, 97), false, 'at most 1024 bytes'],
    ['Enter', '\r', true, 'the password is empty'],
    ['ctrl-C', 'hun\x03', true, 'no password was typed'],
    ['ctrl-D', '\x04', true, 'no password was typed'],
    ['a terminal that is closed', '', true, 'no password was typed'],
  ])('is refused with a sentence: %s', async (_what, bytes, isTTY, message) => {
    const { outcome } = await read(bytes, isTTY);
    expect(outcome).toBeInstanceOf(UsageError);
    expect((outcome as Error).message).toContain(message);
  });

  it('cannot be read from an input that fails', async () => {
    const input = new PassThrough();
    input.destroy(new Error('EIO: i/o error, read'));
    await expect(readPassword(input, new PassThrough())).rejects.toThrow(UsageError);
  });
});
