import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import type { OpenApi, Schema } from './document.ts';

/** Says what is wrong with a value by a schema of the document; undefined when nothing is. */
export type Validate = (value: unknown, schema: Schema) => string | undefined;

/** Members that a schema does not name are wrong: a description that leaves some out would otherwise pass. */
export function validator(document: OpenApi): Validate {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  // ajv-formats is CommonJS: what Node imports is its module.
  (formats as unknown as { default: (to: Ajv2020) => void }).default(ajv);
  ajv.addSchema({ $id: 'https://served/', components: closed(document.components) as object });
  const compiled = new Map<string, ReturnType<Ajv2020['compile']>>();
  return (value, schema) => {
    const text = JSON.stringify(closed(schema)).replaceAll('"#/components/', '"https://served/#/components/');
    const check = compiled.get(text) ?? ajv.compile(JSON.parse(text) as object);
    compiled.set(text, check);
    if (check(value)) return undefined;
    return (check.errors ?? [])
      .map(
        ({ instancePath, message, params }) =>
          `${instancePath || 'the value'} ${message} ${JSON.stringify(params)}`,
      )
      .join('; ');
  };
}

function closed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(closed);
  if (typeof value !== 'object' || value === null) return value;
  const copy = Object.fromEntries(Object.entries(value).map(([key, each]) => [key, closed(each)]));
  return copy.type === 'object' && copy.properties ? { additionalProperties: false, ...copy } : copy;
}
