import { Type } from 'typebox';
import { ServiceError } from '../../errors/index.ts';
import { integer, number, readValue } from '../../fields/index.ts';
import { readJson } from '../../http/strict-json.ts';
import type { Parameters } from '../parameters/declarations.ts';
import { anyText, type FormFields, invalid } from './form-fields.ts';

const MEMBERS = {
  type: Type.String({ enum: ['server_vad'] }),
  prefix_padding_ms: integer(0, 2000),
  silence_duration_ms: integer(100, 10_000),
  threshold: number(0, 1),
};
type Member = keyof typeof MEMBERS;

/**
 * How audio is cut into segments. This server always looks for speech, so `auto` changes nothing; the threshold of
 * another detector means nothing to this one.
 */
export function chunking(fields: FormFields): Partial<Parameters> {
  const whole = fields.value('chunking_strategy', anyText);
  const sent = whole === undefined || whole === 'auto' ? membersOf(fields) : fromJson(whole);
  const { prefix_padding_ms: padding, silence_duration_ms: silence } = sent;
  return {
    ...(padding !== undefined && { 'endpointer.headMargin': padding }),
    ...(silence !== undefined && { 'endpointer.waitEnd': silence }),
  };
}

interface Chunking {
  readonly prefix_padding_ms?: number | undefined;
  readonly silence_duration_ms?: number | undefined;
}

/** Clients write the object as fields of their own, such as `chunking_strategy[type]`. */
function membersOf(fields: FormFields): Chunking {
  const value = <Name extends Member>(name: Name) => fields.value(`chunking_strategy.${name}`, MEMBERS[name]);
  value('type');
  value('threshold');
  return {
    prefix_padding_ms: value('prefix_padding_ms') as number | undefined,
    silence_duration_ms: value('silence_duration_ms') as number | undefined,
  };
}

/** Or as JSON. */
function fromJson(text: string): Chunking {
  if (!text.startsWith('{')) {
    throw invalid('chunking_strategy', 'chunking_strategy: expected "auto" or an object of type server_vad');
  }
  const schema = Type.Object(
    Object.fromEntries(Object.entries(MEMBERS).map(([name, field]) => [name, Type.Optional(field)])),
  );
  return readMembers(schema, readJson(Buffer.from(text), 'the field chunking_strategy'));
}

function readMembers(schema: ReturnType<typeof Type.Object>, value: unknown): Chunking {
  try {
    return readValue(schema, value, 'chunking_strategy') as Chunking;
  } catch (error) {
    throw error instanceof ServiceError ? invalid('chunking_strategy', error.message) : error;
  }
}
