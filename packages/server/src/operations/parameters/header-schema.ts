import { type TSchema, Type } from 'typebox';
import { type Parameter, parameters } from './declarations.ts';

/** Every configuration header as the API description lists it, in the form that all deployments take. */
export function headerSchemas(): Record<string, TSchema> {
  return Object.fromEntries(
    Object.entries<Parameter<unknown>>(parameters).map(([name, { kind, default: value, about }]) => {
      const isText = Array.isArray(value) || value === '';
      const schema = kind.schema({ description: about, ...(!isText && { default: value }) });
      return [name.replaceAll('.', '-'), Type.Optional(schema)];
    }),
  );
}
