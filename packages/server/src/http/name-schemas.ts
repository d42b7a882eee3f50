type Json = unknown;

/** Values that clients see as they are; what looks like a schema in them is none. */
const VALUES: readonly string[] = ['example', 'examples', 'default', 'enum'];

/**
 * Copies a description and moves every schema with a title into `schemas`, so that it stands there once and
 * generators of clients have a name for it. `x-narrowed` of such a schema holds what applies in its place only: it
 * goes beside the reference.
 */
export function nameSchemas(
  value: Json,
  schemas: Record<string, object>,
  // Most routes share their answers: what was copied once is not copied again.
  copies = new WeakMap<object, Json>(),
): Json {
  if (typeof value !== 'object' || value === null) return value;
  const before = copies.get(value);
  if (before) return before;
  const copy = Array.isArray(value)
    ? value.map((each) => nameSchemas(each, schemas, copies))
    : namedCopy(value, schemas, copies);
  copies.set(value, copy);
  return copy;
}

function namedCopy(value: object, schemas: Record<string, object>, copies: WeakMap<object, Json>): Json {
  const copy: Record<string, Json> = Object.fromEntries(
    Object.entries(value).map(([key, each]) => [
      key,
      VALUES.includes(key) ? each : nameSchemas(each, schemas, copies),
    ]),
  );
  const { title, 'x-narrowed': narrowed, ...schema } = copy;
  if (typeof title !== 'string' || schema.type === undefined) return copy;
  const known = schemas[title];
  if (known && JSON.stringify(known) !== JSON.stringify({ title, ...schema })) {
    throw new Error(`Two schemas of the API description are called ${title}.`);
  }
  schemas[title] = { title, ...schema };
  return { $ref: `#/components/schemas/${title}`, ...(narrowed as object | undefined) };
}
