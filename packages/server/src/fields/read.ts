import { type Static, type TObject, type TSchema, Type } from 'typebox';
import { ServiceError } from '../errors/index.ts';
import { expectedOf } from './expected.ts';
import { fits } from './fits.ts';
import { fromText } from './from-text.ts';
import { lengthLimits } from './length-limits.ts';
import { shown, wrong } from './message.ts';

/** How messages name an object and what it is made of. */
export interface Names {
  /** Of an object whose place has no name of its own. */
  readonly what?: string;
  readonly noun?: string;
}

type Read = (schema: TSchema, value: unknown, path: string) => unknown;

/** A value of JSON, checked. Throws ERR_INVALID_PARAMETER that names the first place that does not fit. */
export function readValue<Schema extends TSchema>(
  schema: Schema,
  value: unknown,
  path: string,
  names: Names = {},
): Static<Schema> {
  if (Type.IsObject(schema)) readMembers(schema, value, path, names, readValue);
  else if (Type.IsArray(schema)) readList(schema, value, path);
  else if (!fits(schema, value)) throw wrong(path, expectedOf(schema, value), value);
  return value as Static<Schema>;
}

/** An object of texts, as a query or a path has them: each is read as what it means. */
export function readTexts<Schema extends TObject>(
  schema: Schema,
  texts: unknown,
  names: Names,
): Static<Schema> {
  const readText: Read = (field, value, path) => {
    const meant = typeof value === 'string' ? fromText(field, value) : value;
    if (!fits(field, meant)) throw wrong(path, expectedOf(field, value), value);
    return meant;
  };
  return Object.fromEntries(readMembers(schema, texts, '', names, readText)) as Static<Schema>;
}

function readMembers(
  { properties, required }: TObject,
  value: unknown,
  path: string,
  { what = path, noun = 'member' }: Names,
  read: Read,
): [name: string, value: unknown][] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw wrong(what, 'an object', value);
  }
  const at = (name: string) => (path === '' ? name : `${path}.${name}`);
  const members: [string, unknown][] = [];
  for (const [name, schema] of Object.entries(properties)) {
    if (Object.hasOwn(value, name)) {
      members.push([name, read(schema, (value as Record<string, unknown>)[name], at(name))]);
    } else if ((required as readonly string[] | undefined)?.includes(name)) {
      throw new ServiceError('ERR_INVALID_PARAMETER', `${at(name)} is missing`);
    }
  }
  for (const name of Object.keys(value)) {
    if (Object.hasOwn(properties, name)) continue;
    throw new ServiceError('ERR_INVALID_PARAMETER', `there is no ${noun} ${shown(at(name))}`);
  }
  return members;
}

function readList(schema: TSchema & { readonly items: TSchema }, value: unknown, path: string): void {
  if (!Array.isArray(value)) throw wrong(path, expectedOf(schema), value);
  const { minItems = 0, maxItems = Number.POSITIVE_INFINITY } = lengthLimits(schema);
  if (value.length < minItems || value.length > maxItems) {
    throw new ServiceError(
      'ERR_INVALID_PARAMETER',
      `${path}: expected ${expectedOf(schema)}, got one of ${value.length}`,
    );
  }
  for (const [index, each] of value.entries()) readValue(schema.items, each, `${path}[${index}]`);
}
