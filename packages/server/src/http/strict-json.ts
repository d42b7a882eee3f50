import { ServiceError } from '../errors/index.ts';

const MAX_DEPTH = 16;
/** Members and items. A text of a megabyte that has 200,000 of them takes a second to read, one that is a string 10 ms. */
const MAX_ITEMS = 5000;
const TOKEN = /"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\]]/g;
/** Tried where a string ends; any amount of white space may stand in front of the colon. */
const COLON = /\s*:/y;

/**
 * JSON that can be read in one way only: UTF-8, no member twice, not nested deeper than anything the interface knows.
 * `what` names it in messages. A member `__proto__` is a member like any other.
 */
export function readJson(bytes: Uint8Array, what: string): unknown {
  const refuse = (reason: string) => new ServiceError('ERR_INVALID_PARAMETER', `${what} ${reason}`);
  checkSize(bytes, refuse);
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw refuse('is not UTF-8');
  }
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw refuse(`is not JSON: ${(error as Error).message}`);
  }
  checkMembers(text, refuse);
  return value;
}

const [QUOTE, BACKSLASH, COMMA] = [0x22, 0x5c, 0x2c];
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d];

/** Refuses what would take long to read, before anything is made of it. What is no JSON may pass. */
function checkSize(bytes: Uint8Array, refuse: (reason: string) => ServiceError): void {
  let [depth, items] = [0, 0];
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at]!;
    if (byte === QUOTE) at = endOfString(bytes, at);
    else if (byte === COMMA) items++;
    else if (byte === OPEN_LIST || byte === OPEN_OBJECT) {
      items++;
      if (++depth > MAX_DEPTH) throw refuse(`is nested deeper than ${MAX_DEPTH} levels`);
    } else if (byte === CLOSE_LIST || byte === CLOSE_OBJECT) depth--;
    if (items > MAX_ITEMS) throw refuse(`has more than ${MAX_ITEMS} members and items`);
  }
}

/** Where the string that begins here ends. */
function endOfString(bytes: Uint8Array, start: number): number {
  let at = start + 1;
  while (at < bytes.length && bytes[at] !== QUOTE) at += bytes[at] === BACKSLASH ? 2 : 1;
  return at;
}

/** Goes through text that is JSON for certain, so that brackets and strings are all there is to look at. */
function checkMembers(text: string, refuse: (reason: string) => ServiceError): void {
  /** The names seen in each object that is open; none for a list. */
  const open: (Set<string> | undefined)[] = [];
  for (const { 0: token, index } of text.matchAll(TOKEN)) {
    if (token === '{' || token === '[') open.push(token === '{' ? new Set() : undefined);
    else if (token === '}' || token === ']') open.pop();
    else {
      const names = open.at(-1);
      COLON.lastIndex = index + token.length;
      if (!names || !COLON.test(text)) continue;
      const name = JSON.parse(token) as string;
      if (names.has(name)) throw refuse(`has the member ${token.slice(0, 100)} twice`);
      names.add(name);
    }
  }
}
