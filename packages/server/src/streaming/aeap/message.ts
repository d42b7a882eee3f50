import { ServiceError } from '../../errors/index.ts';
import { wrong } from '../../fields/index.ts';
import { isObject, type JsonObject, optionalText } from '../json-message.ts';

/** A message of the protocol: a request of either side, or the answer to one. */
export type Message =
  | { readonly kind: 'request'; readonly name: string; readonly id: string; readonly content: JsonObject }
  | { readonly kind: 'response'; readonly id: string };

const LONGEST_ID = 256;
/** Names of a `get` and codecs of a `setup`: more than there are. */
const MOST_NAMES = 200;

/** Throws ERR_INVALID_PARAMETER. */
export function readAeap(content: JsonObject): Message {
  const request = optionalText(content, 'request');
  const response = optionalText(content, 'response');
  if (request === undefined && response === undefined)
    throw new ServiceError('ERR_INVALID_PARAMETER', 'the message is neither a request nor a response');
  const id = optionalText(content, 'id') ?? '';
  if (id.length > LONGEST_ID) throw wrong('id', `at most ${LONGEST_ID} characters`, id);
  if (request === undefined) return { kind: 'response', id };
  if (id === '') throw new ServiceError('ERR_INVALID_PARAMETER', 'the request has no id');
  return { kind: 'request', name: request, id, content };
}

/** The names that a `get` asks for. */
export function readNames({ params }: JsonObject): string[] {
  const names = listOf(params);
  if (names.length > 0 && names.every((each) => typeof each === 'string')) return names;
  throw wrong('params', `a list of at most ${MOST_NAMES} names`, params);
}

/** The parameters of a `setup` or `set`: their values are texts in Asterisk, and other clients may write numbers. */
export function readParams({ params }: JsonObject): Record<string, string> {
  if (params === undefined || params === null) return {};
  if (!isObject(params)) throw wrong('params', 'an object', params);
  const read: Record<string, string> = Object.create(null);
  for (const [name, value] of Object.entries(params)) {
    if (typeof value === 'object' || value === undefined) throw wrong(name, 'a text', value);
    read[name] = String(value);
  }
  return read;
}

/** The names of the codecs that a `setup` offers, the best one first. */
export function readCodecs({ codecs }: JsonObject): string[] {
  const names = listOf(codecs).map((codec) => (isObject(codec) ? codec.name : undefined));
  if (names.length > 0 && names.every((name) => typeof name === 'string')) return names;
  throw wrong('codecs', `a list of at most ${MOST_NAMES} codecs with names`, codecs);
}

/** Empty where it is none, or longer than anything that is meant. */
function listOf(value: unknown): unknown[] {
  return Array.isArray(value) && value.length <= MOST_NAMES ? value : [];
}

export const responseTo = (name: string, id: string, more: object = {}) =>
  JSON.stringify({ response: name, id, ...more });

/** What is wrong with a request; without its name and id where they could not be read. */
export const errorResponse = (reason: string, name = 'error', id?: string) =>
  JSON.stringify({ response: name, ...(id !== undefined && { id }), error_msg: reason });
