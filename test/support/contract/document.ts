/** The parts of an OpenAPI document that the checks read. */

export interface Schema {
  readonly $ref?: string;
  readonly type?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly xml?: { readonly name?: string; readonly wrapped?: boolean };
  readonly [keyword: string]: unknown;
}

export interface Media {
  readonly schema: Schema;
  readonly example?: unknown;
  readonly [member: string]: unknown;
}

export interface Header {
  readonly $ref?: string;
  readonly required?: boolean;
  readonly schema?: Schema;
}

export interface Answer {
  readonly description: string;
  readonly headers?: Readonly<Record<string, Header>>;
  readonly content?: Readonly<Record<string, Media>>;
}

export interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required: boolean;
  readonly description?: string;
  readonly schema: Schema;
  readonly example?: unknown;
}

export interface Operation {
  readonly operationId?: string;
  readonly summary?: string;
  readonly tags?: readonly string[];
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: Readonly<Record<string, Media>> };
  readonly responses: Readonly<Record<string, Answer>>;
}

export interface OpenApi {
  readonly servers: readonly { readonly url: string }[];
  readonly tags: readonly { readonly name: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>;
    readonly headers: Readonly<Record<string, Header>>;
  };
}

/** What a reference stands for, with what applies beside it. */
export function resolved<T extends { readonly $ref?: string }>(document: OpenApi, value: T): T {
  if (value.$ref === undefined) return value;
  const steps = value.$ref.replace(/^#\//, '').split('/');
  const target = steps.reduce<unknown>(
    (at, step) => (at as Record<string, unknown> | undefined)?.[step],
    document,
  );
  if (typeof target !== 'object') throw new Error(`${value.$ref} refers to nothing`);
  const { $ref: _, ...beside } = value;
  return narrowed(resolved(document, target as T), beside) as T;
}

/** The properties of both, so that those named beside a reference keep the types of those behind it. */
function narrowed(target: object, beside: object): object {
  const [theirs, ours] = [target as Schema, beside as Schema];
  if (!theirs.properties || !ours.properties) return { ...target, ...beside };
  const properties: Record<string, Schema> = { ...theirs.properties };
  for (const [name, schema] of Object.entries(ours.properties)) {
    properties[name] = { ...properties[name], ...schema };
  }
  return { ...theirs, ...ours, properties };
}

/** Every operation with its method and path. */
export function operationsOf({ paths }: OpenApi): { name: string; operation: Operation }[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      name: `${method.toUpperCase()} ${path}`,
      operation,
    })),
  );
}
