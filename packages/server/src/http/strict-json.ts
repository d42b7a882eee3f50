import { ServiceError } from '../errors/index.ts';

const MAX_DEPTH = 16;
const TOKEN = /"(?:[^"\\]|\\.)*"|[{}[\]]/g;
/** Tried where a string ends; any amount of white space may stand in front of the colon. */
const COLON = /\s*:/y;

/**
 * JSON that can be read in one way only: UTF-8, no member twice, not nested deeper than anything the interface knows.
 * `what` names it in messages. A member `__proto__` is a member like any other.
 */
export function readJson(bytes: Uint8Array, what: string): unknown {
  const refuse = (reason: string) => new ServiceError('ERR_INVALID_PARAMETER', `${what} ${reason}`);
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

/** Goes through text that is JSON for certain, so that brackets and strings are all there is to look at. */
function checkMembers(text: string, refuse: (reason: string) => ServiceError): void {
  /** The names seen in each object that is open; none for a list. */
  const open: (Set<string> | undefined)[] = [];
  for (const { 0: token, index } of text.matchAll(TOKEN)) {
    if (token === '{' || token === '[') {
      open.push(token === '{' ? new Set() : undefined);
      if (open.length > MAX_DEPTH) throw refuse(`is nested deeper than ${MAX_DEPTH} levels`);
    } else if (token === '}' || token === ']') open.pop();
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
