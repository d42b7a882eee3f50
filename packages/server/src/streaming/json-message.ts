import { ServiceError } from '../errors/index.ts';
import { wrong } from '../fields/index.ts';
import { readJson } from '../http/strict-json.ts';

export type JsonObject = Readonly<Record<string, unknown>>;

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The object in a text message. Throws ERR_INVALID_PARAMETER. */
export function readMessage(bytes: Uint8Array): JsonObject {
  const value = readJson(bytes, 'the message');
  if (!isObject(value)) throw new ServiceError('ERR_INVALID_PARAMETER', 'the message is not an object');
  return value;
}

/** A member that is a text; empty and null count as absent. */
export function optionalText(object: JsonObject, name: string): string | undefined {
  const value = Object.hasOwn(object, name) ? object[name] : undefined;
  if (value === undefined || value === null || value === '') return undefined;
  if (typeof value !== 'string') throw wrong(name, 'a text', value);
  return value;
}

/** Of a parameter in a message: as much as all headers of a message may have. */
const LONGEST = 64 * 1024;

/** Throws ERR_TOO_LARGE for a text that would take long to read; grammars may be larger. */
export function notTooLong(text: string, name: string): string {
  if (text.length <= LONGEST) return text;
  throw new ServiceError('ERR_TOO_LARGE', `${name} has more than ${LONGEST} characters`);
}

/** The value of a parameter as a header would have it: one character for each byte of UTF-8. */
export function headerText(value: string, name: string): string {
  notTooLong(value, name);
  return Buffer.from(value).toString('latin1');
}
