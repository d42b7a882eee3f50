import { type TSchema, Type } from 'typebox';
import { lengthLimits } from './length-limits.ts';

/** Completes "expected …" for a value that does not fit; without one, says what fits. */
export function expectedOf(schema: TSchema, value?: unknown): string {
  if (Type.IsRefine(schema)) {
    const rules = schema['~refine'];
    // Refinements are made for values of the schema's own type.
    const broken = typeof value === 'string' ? rules.find((rule) => !rule.check(value)) : undefined;
    return (broken ?? rules[0]!).error(value);
  }
  if (Type.IsUnion(schema)) return schema.anyOf.map((each) => expectedOf(each)).join(' or ');
  if (Type.IsLiteral(schema)) return JSON.stringify(schema.const);
  if (Type.IsArray(schema)) {
    const { minItems, maxItems } = lengthLimits(schema);
    return minItems === undefined
      ? `a list, each ${expectedOf(schema.items)}`
      : `a list of ${minItems} to ${maxItems}`;
  }
  if (Type.IsRecord(schema)) return 'an object whose values are texts';
  return ofPlain(schema);
}

interface Plain {
  readonly type?: string;
  readonly enum?: readonly unknown[];
  readonly minimum?: number;
  readonly maximum?: number;
}

function ofPlain({ type, enum: words, minimum, maximum }: Plain): string {
  if (words) return words.map((word) => JSON.stringify(word)).join(' or ');
  switch (type) {
    case 'boolean':
      return 'true or false';
    case 'integer':
      return `an integer from ${minimum} to ${maximum}`;
    case 'number':
      return `a number from ${minimum} to ${maximum}`;
    case 'object':
      return 'an object';
    default:
      return 'a text';
  }
}
