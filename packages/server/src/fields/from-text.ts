import { type TSchema, Type } from 'typebox';
import { readFlag } from '../common/flag-word.ts';
import { fits } from './fits.ts';

const INTEGER = /^\s*[+-]?\d+\s*$/;
const NUMBER = /^\s*[+-]?\d+(\.\d+)?\s*$/;

/**
 * What a text means as a value of this field: a setting in the environment, a header, a query parameter. A text that
 * means nothing stays as it is, so that it does not fit.
 */
export function fromText(schema: TSchema, text: string): unknown {
  if (Type.IsUnion(schema)) {
    const values = schema.anyOf.map((each) => fromText(each, text));
    return values.find((value, index) => fits(schema.anyOf[index]!, value)) ?? text;
  }
  if (Type.IsLiteral(schema)) return String(schema.const) === text ? schema.const : text;
  if (Type.IsArray(schema)) return splitList(text).map((each) => fromText(schema.items, each));
  if (Type.IsRecord(schema)) return parseJson(text);
  switch ((schema as { type?: string }).type) {
    case 'integer':
      return INTEGER.test(text) ? Number(text) : text;
    case 'number':
      return NUMBER.test(text) ? Number(text) : text;
    case 'boolean':
      return readFlag(text) ?? text;
    default:
      return text;
  }
}

function splitList(text: string): string[] {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
