import type { TSchema } from 'typebox';

/** TypeBox's type of a list does not show the limits that it was made with. */
export function lengthLimits(schema: TSchema): { readonly minItems?: number; readonly maxItems?: number } {
  return schema;
}
