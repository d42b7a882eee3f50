import { createHash, randomInt, timingSafeEqual } from 'node:crypto';
import { crc32 } from 'node:zlib';

/**
 * A token reads `loc_<id>_<secret><check>`: ten letters or digits that name it in lists and logs, 43 that prove it
 * (62^43 is just above 2^256) and 6 that carry the CRC-32 of all before them, so that a mistyped or cut token is
 * distinguished from a wrong one without asking the database. No character breaks a double click or needs escaping in a URL.
 */
const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const ID_LENGTH = 10;
const SECRET_LENGTH = 43;
const CHECK_LENGTH = 6;
const SHAPE = new RegExp(
  `^(loc_([0-9A-Za-z]{${ID_LENGTH}})_([0-9A-Za-z]{${SECRET_LENGTH}}))(.{${CHECK_LENGTH}})$`,
);

const ID = new RegExp(`^[0-9A-Za-z]{${ID_LENGTH}}$`);

export interface TokenParts {
  readonly id: string;
  readonly secret: string;
}

export function newToken(): TokenParts {
  return { id: randomText(ID_LENGTH), secret: randomText(SECRET_LENGTH) };
}

export function writeToken({ id, secret }: TokenParts): string {
  const body = `loc_${id}_${secret}`;
  return body + checkOf(body);
}

/** Whether a text has the form of an id, and is thus not a token itself. */
export function isTokenId(text: string): boolean {
  return ID.test(text);
}

export function readToken(text: string): TokenParts | undefined {
  const [, body, id, secret, check] = SHAPE.exec(text) ?? [];
  if (body === undefined || id === undefined || secret === undefined) return undefined;
  return checkOf(body) === check ? { id, secret } : undefined;
}

/**
 * A plain SHA-256: the secret is 256 random bits, so neither salt, stretching nor a server-side key would make a
 * stolen table of hashes any harder to turn back.
 */
export function hashSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}

/** Whether two texts are equal, in a time that depends on neither. */
export function sameToken(a: string, b: string): boolean {
  return timingSafeEqual(digest(a), digest(b));
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

function randomText(length: number): string {
  return Array.from({ length }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
}

function checkOf(body: string): string {
  let rest = crc32(body);
  let text = '';
  for (let place = 0; place < CHECK_LENGTH; place++) {
    text = ALPHABET[rest % ALPHABET.length] + text;
    rest = Math.floor(rest / ALPHABET.length);
  }
  return text;
}
