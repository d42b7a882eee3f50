import type { Static, TSchema } from 'typebox';
import { Compile } from 'typebox/compile';

/** Compiled when first needed: a server that starts needs few of them. */
const checks = new WeakMap<TSchema, (value: unknown) => boolean>();

export function fits<Schema extends TSchema>(schema: Schema, value: unknown): value is Static<Schema> {
  let check = checks.get(schema);
  if (!check) {
    const compiled = Compile(schema);
    check = (each) => compiled.Check(each);
    checks.set(schema, check);
  }
  return check(value);
}
