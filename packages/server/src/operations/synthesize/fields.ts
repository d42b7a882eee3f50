import { type Static, type TSchema, Type } from 'typebox';
import { ServiceError } from '../../errors/index.ts';
import { expectedOf, fits, fromText, number, visible, worded, wrong } from '../../fields/index.ts';
import { parameters } from '../parameters/declarations.ts';

/** What may be said about the speech, in a query, in JSON and, behind `X-`, in headers. */
export const speechFields = {
  voice: Type.String({ description: 'Name of a voice; see the list of voices' }),
  encoder: Type.String({
    description: 'Name of an encoder of the catalog of this path (default: its first WAV)',
  }),
  volume: number(0, 2, { default: 1, description: 'Loudness, as a factor' }),
  rate: number(0.3, 3, { default: 1, description: 'Speed, as a factor' }),
  filename: visible(
    worded(
      Type.String({
        maxLength: 255,
        description: 'Name under which a browser saves the audio (Content-Disposition)',
      }),
      'at most 255 characters',
    ),
  ),
  cache: Type.Boolean({
    description: 'Whether the audio is kept for the next request of the same caller (default: a setting)',
  }),
};

/** The account that pays. */
export const accountTag = parameters['license.manager.accountTag'].schema;

export type FieldValues<Fields> = {
  readonly [Name in keyof Fields]?: Fields[Name] extends TSchema ? Static<Fields[Name]> : never;
};

/**
 * Reads the fields that are known, wherever they come from: others are nobody's business. What is empty or null counts as
 * absent, and a text stands for the number or boolean that it means. `label` is how messages name a field.
 */
export function readFields<const Fields extends Readonly<Record<string, TSchema>>>(
  fields: Fields,
  sent: Readonly<Record<string, unknown>>,
  label: (name: string) => string = (name) => name,
): FieldValues<Fields> {
  const values: Record<string, unknown> = {};
  for (const [name, schema] of Object.entries(fields)) {
    const value = Object.hasOwn(sent, name) ? sent[name] : undefined;
    if (value === undefined || value === null || value === '') continue;
    if (Array.isArray(value) && !Type.IsArray(schema)) {
      throw new ServiceError('ERR_INVALID_PARAMETER', `${label(name)} comes more than once`, { field: name });
    }
    const meant = typeof value === 'string' ? fromText(schema, value) : value;
    if (!fits(schema, meant)) throw wrong(label(name), expectedOf(schema, value), value);
    values[name] = meant;
  }
  return values as FieldValues<Fields>;
}
