import { type Static, type TSchema, type TSchemaOptions, Type } from 'typebox';
import { hasHidden } from '../common/hidden-characters.ts';

/**
 * A field is a TypeBox schema: it describes, gives the type and decides what fits. What JSON Schema cannot say stands in
 * refinements, whose messages complete "expected …" and do not show in the description.
 */

export function integer(minimum: number, maximum: number, options: TSchemaOptions = {}) {
  return Type.Integer({ minimum, maximum, ...options });
}

export function number(minimum: number, maximum: number, options: TSchemaOptions = {}) {
  return Type.Number({ minimum, maximum, ...options });
}

export function oneOf<const Word extends string>(words: readonly Word[], options: TSchemaOptions = {}) {
  return Type.Unsafe<Word>(Type.String({ enum: [...words], ...options }));
}

/** Text of a given shape; `expected` describes the shape for messages. */
export function text(pattern: RegExp, expected: string, options: TSchemaOptions = {}) {
  return Type.Refine(
    Type.String(options),
    (value) => pattern.test(value),
    () => expected,
  );
}

/** The same field, in other words than its limits give. */
export function worded<Schema extends TSchema>(schema: Schema, expected: string) {
  return Type.Refine(
    schema,
    () => true,
    () => expected,
  );
}

export const VISIBLE_WORDS =
  'no characters that are invisible or change the direction of writing (control, format and separator characters)';

/** A text whose every character can be seen: nobody can pass for another by one that cannot. */
export function visible<Schema extends TSchema>(schema: Schema) {
  return Type.Refine(
    schema,
    (value: Static<Schema>) => !hasHidden(String(value)),
    () => VISIBLE_WORDS,
  );
}

/** The same for text of several lines, which may have tabs and line ends. */
export function visibleLines<Schema extends TSchema>(schema: Schema) {
  return Type.Refine(
    schema,
    (value: Static<Schema>) => !hasHidden(String(value).replace(/[\t\n\r]/g, '')),
    () => VISIBLE_WORDS,
  );
}
