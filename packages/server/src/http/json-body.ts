import type { IncomingMessage } from 'node:http';
import type { Static, TSchema } from 'typebox';
import { ServiceError } from '../errors/index.ts';
import { readValue } from '../fields/index.ts';
import { type BodyShare, readBody } from './body.ts';
import { refuseEncoded, sentContentType, unsupportedType } from './client.ts';
import { parseMediaType } from './media-type.ts';
import { readJson } from './strict-json.ts';

const MAX_BYTES = 64 * 1024;

/** A small JSON object in the body. */
export async function readJsonBody<Schema extends TSchema>(
  request: IncomingMessage,
  share: BodyShare,
  schema: Schema,
): Promise<Static<Schema>> {
  checkJsonType(request);
  return readValue(schema, await readJsonValue(request, share, MAX_BYTES), '', { what: 'the body' });
}

/** Throws unless the body says that it is JSON. */
export function checkJsonType(request: IncomingMessage): void {
  refuseEncoded(request.headers['content-encoding'], 'JSON');
  const type = sentContentType(request) ?? '';
  if (parseMediaType(type)?.type !== 'application/json') {
    throw unsupportedType(type, 'application/json');
  }
}

/** The JSON in the body, whatever it is. */
export async function readJsonValue(
  request: IncomingMessage,
  share: BodyShare,
  maxBytes: number,
): Promise<unknown> {
  const bytes = await readBody(request, maxBytes, share);
  if (bytes.length === 0) throw new ServiceError('ERR_EMPTY_BODY', 'the request has no body');
  return readJson(bytes, 'the body');
}
