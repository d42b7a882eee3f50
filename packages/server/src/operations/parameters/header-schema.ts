import { type TSchema, Type } from 'typebox';
import { type Parameter, parameters } from './declarations.ts';

/** Every configuration header of a table as the API description lists it, in the form that all deployments take. */
export function headerSchemas(
  table: Readonly<Record<string, Parameter>> = parameters,
): Record<string, TSchema> {
  return Object.fromEntries(
    Object.entries(table).map(([name, { schema, default: value, about }]) => {
      const shown = value !== undefined && !Array.isArray(value) && value !== '';
      const described = Type.With(schema, { description: about, ...(shown && { default: value }) });
      return [name.replaceAll('.', '-'), Type.Optional(described)];
    }),
  );
}
