import { text } from 'node:stream/consumers';
import { hasControl, hashPassword } from '../http/passwords.ts';
import { UsageError } from './usage-error.ts';

export async function printCredential(user: string): Promise<void> {
  if (!/^[^:,\s]+$/.test(user)) throw new Error('a user name has no colon, comma or space');
  if (process.stdin.isTTY) process.stderr.write('Type the password, then Enter and Ctrl-D:\n');
  const password = (await text(process.stdin)).replace(/\r?\n$/, '');
  if (password === '') throw new Error('the password is empty');
  if (hasControl(user + password)) {
    throw new UsageError('a user name and a password have no control characters');
  }
  console.log(await hashPassword(user, password));
}
