import { text } from 'node:stream/consumers';
import { hashPassword } from '../http/passwords.ts';

export async function printCredential(user: string): Promise<void> {
  if (!/^[^:,\s]+$/.test(user)) throw new Error('a user name has no colon, comma or space');
  if (process.stdin.isTTY) process.stderr.write('Type the password, then Enter and Ctrl-D:\n');
  const password = (await text(process.stdin)).replace(/\r?\n$/, '');
  if (password === '') throw new Error('the password is empty');
  console.log(await hashPassword(user, password));
}
