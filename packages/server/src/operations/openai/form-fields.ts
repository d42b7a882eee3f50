import { type Static, type TSchema, Type } from 'typebox';
import { quote, ServiceError } from '../../errors/index.ts';
import { expectation, expectedOf, fits, fromText } from '../../fields/index.ts';
import { type FormPart, splitForm } from '../../http/form-data.ts';

const MAX_PARTS = 1000;
const MAX_TEXT_BYTES = 64 * 1024;
/** Clients write lists as `name[]`, `name[0]` or `name`, and members of objects as `name[member]`. */
const NAME = /^([^[\]]+)(?:\[(\d*|[a-z_]+)\])?$/;

/** The fields of a form by their names; those that this server does not know are nobody's business. */
export class FormFields {
  readonly #parts = new Map<string, FormPart[]>();

  constructor(body: Uint8Array, contentType: string) {
    for (const part of splitForm(body, contentType, MAX_PARTS)) {
      const [, name = part.name, member = ''] = NAME.exec(part.name) ?? [];
      const key = /^\d*$/.test(member) ? name : `${name}.${member}`;
      this.#parts.set(key, [...(this.#parts.get(key) ?? []), part]);
    }
  }

  /** The part of a file. */
  part(name: string): FormPart | undefined {
    const [first, ...more] = this.#parts.get(name) ?? [];
    if (more.length > 0) throw invalid(name, `the field ${name} comes more than once`);
    return first;
  }

  /** A value, checked; undefined where it is absent or empty. */
  value<Schema extends TSchema>(name: string, schema: Schema): Static<Schema> | undefined {
    const part = this.part(name);
    return part && textOf(part) !== '' ? read(name, schema, textOf(part)) : undefined;
  }

  /** The values of a list; empty ones do not count. */
  list<Schema extends TSchema>(name: string, schema: Schema): Static<Schema>[] {
    const texts = (this.#parts.get(name) ?? []).map(textOf);
    return texts.filter((text) => text !== '').map((text) => read(name, schema, text));
  }

  has(name: string): boolean {
    return (this.#parts.get(name) ?? []).some(({ bytes }) => bytes.length > 0);
  }
}

export const anyText = Type.String();

export function invalid(field: string, message: string): ServiceError {
  return new ServiceError('ERR_INVALID_PARAMETER', message, { field });
}

function read<Schema extends TSchema>(name: string, schema: Schema, text: string): Static<Schema> {
  const value = fromText(schema, text);
  if (!fits(schema, value)) throw invalid(name, expectation(name, expectedOf(schema, text), quote(text)));
  return value as Static<Schema>;
}

function textOf({ name, bytes }: FormPart): string {
  if (bytes.length > MAX_TEXT_BYTES) {
    throw new ServiceError('ERR_TOO_LARGE', `the field ${name} has more than ${MAX_TEXT_BYTES} bytes`, {
      field: name,
    });
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes).trim();
  } catch {
    throw new ServiceError('ERR_MALFORMED_REQUEST', `the field ${name} is not UTF-8`, { field: name });
  }
}
