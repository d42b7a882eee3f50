import type { EncodedFormat } from '@locutor/audio';
import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import type { Config } from '../../config/index.ts';
import { wrong } from '../../fields/index.ts';
import { type BodyShare, readBody } from '../../http/body.ts';
import { checkCharset, decodeText } from '../../http/charset.ts';
import { refuseEncoded, sentContentType, unsupportedType } from '../../http/client.ts';
import { clientOf } from '../../http/client-id.ts';
import { readJsonValue } from '../../http/json-body.ts';
import { parseMediaType } from '../../http/media-type.ts';
import { accountTag, type FieldValues, readFields, speechFields } from './fields.ts';
import { mostBytes, type SpeechCall, speakable } from './speech-call.ts';
import { defaultVoice, voiceNamed } from './voices.ts';

export interface Reading {
  readonly config: Config;
  /** Of the catalog of the path. */
  findEncoder(name: string | undefined): EncodedFormat;
}

const textFields = { text: Type.String({ description: 'The text to speak' }), ...speechFields };
type Sent = FieldValues<typeof speechFields>;

/** From the query, as most clients ask. */
export function readQuery(request: FastifyRequest, reading: Reading): SpeechCall {
  const { text, ...sent } = readFields(textFields, request.query as Record<string, unknown>);
  return callOf(request, reading, { text: text ?? '', ssml: false }, sent);
}

/** From a JSON object. */
export async function readJsonCall(
  request: FastifyRequest,
  reading: Reading,
  share: BodyShare,
): Promise<SpeechCall> {
  const most = mostBytes(reading.config.synthesisMaxCharacters);
  const body = await readJsonValue(request.raw, share, most);
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw wrong('the body', 'an object', body);
  }
  const { text, ...sent } = readFields(textFields, body as Record<string, unknown>);
  return callOf(request, reading, { text: text ?? '', ssml: false }, sent);
}

/** From an SSML document, with everything else in headers. */
export async function readSsmlCall(
  request: FastifyRequest,
  reading: Reading,
  share: BodyShare,
): Promise<SpeechCall> {
  const sent = readSsmlHead(request);
  const body = await readBody(request.raw, mostBytes(reading.config.synthesisMaxCharacters), share);
  const text = decodeText(body, sentContentType(request.raw), 'the SSML');
  return callOf(request, reading, { text, ssml: true }, sent);
}

const SSML_TYPES: readonly (string | undefined)[] = [
  ...['application/ssml+xml', 'application/xml', 'text/xml', 'text/plain'],
  undefined,
];

/** What cannot be read is refused before the body arrives. */
export function readSsmlHead(request: FastifyRequest): Sent {
  refuseEncoded(request.raw.headers['content-encoding'], 'SSML');
  const sent = sentContentType(request.raw);
  if (sent && !SSML_TYPES.includes(parseMediaType(sent)?.type ?? '')) {
    throw unsupportedType(sent, 'application/ssml+xml');
  }
  checkCharset(sent, 'the SSML');
  const headers = Object.fromEntries(
    Object.keys(speechFields).map((name) => [name, headerOf(request, name)] as const),
  );
  return readFields(speechFields, headers, (name) => `X-${name[0]!.toUpperCase()}${name.slice(1)}`);
}

/** Node gives the bytes of headers as Latin-1; names of files are sent as UTF-8. */
function headerOf({ headers }: FastifyRequest, name: string): string | undefined {
  const value = headers[`x-${name}`];
  return typeof value === 'string' ? utf8Of(value).trim() : undefined;
}

function utf8Of(latin1: string): string {
  const bytes = Buffer.from(latin1, 'latin1');
  const text = bytes.toString('utf8');
  return text.includes('\ufffd') ? latin1 : text;
}

/** The account of any request for speech. */
export function readAccountTag(request: FastifyRequest): string {
  const sent = { 'account-tag': headerOf(request, 'account-tag') };
  const read = readFields({ 'account-tag': accountTag }, sent, () => 'X-Account-Tag');
  return (read['account-tag'] ?? '') as string;
}

function callOf(
  request: FastifyRequest,
  { config, findEncoder }: Reading,
  { text, ssml }: Pick<SpeechCall, 'text' | 'ssml'>,
  { voice, encoder, rate = 1, volume = 1, cache = config.synthesisCache, filename }: Sent,
): SpeechCall {
  return {
    ssml,
    ...speakable(text, config.synthesisMaxCharacters, 'text'),
    voice: voice === undefined ? defaultVoice(config) : voiceNamed(voice),
    format: findEncoder(encoder),
    rate,
    volume,
    cache,
    ...(filename !== undefined && { filename }),
    accountTag: readAccountTag(request),
    client: clientOf(request),
  };
}
