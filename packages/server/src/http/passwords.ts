import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';

const derive = promisify<string, Buffer, number, { N: number }, Buffer>(scrypt);
const COST = 16384;
const KEY_BYTES = 32;

/** Whether a user name or password has a control character, which neither may. */
export function hasControl(text: string): boolean {
  return /\p{Cc}/u.test(text);
}

/** One line for the `credentials` setting. */
export async function hashPassword(user: string, password: string): Promise<string> {
  const salt = randomBytes(16);
  const key = await derive(password, salt, KEY_BYTES, { N: COST });
  return `${user}:scrypt$${COST}$${salt.toString('base64url')}$${key.toString('base64url')}`;
}

export async function checkPassword(stored: string, password: string): Promise<boolean> {
  const [, cost, salt, key] = stored.split('$');
  const expected = Buffer.from(key ?? '', 'base64url');
  const actual = await derive(password, Buffer.from(salt ?? '', 'base64url'), KEY_BYTES, { N: Number(cost) });
  return expected.length === actual.length && timingSafeEqual(expected, actual);
}
