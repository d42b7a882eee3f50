import type { IncomingHttpHeaders } from 'node:http';
import type { AudioInput } from '@locutor/contract';
import type { FastifyRequest } from 'fastify';
import type { Config } from '../../config/index.ts';
import { ServiceError } from '../../errors/index.ts';
import { type LmReference, readLms, refuseStrayParameters } from '../../grammars/index.ts';
import type { InlineGrammar } from '../../grammars/inline-grammar.ts';
import { type BodyShare, readBody } from '../../http/body.ts';
import { queryOf, sentContentType, spelledHeaders } from '../../http/client.ts';
import { clientOf } from '../../http/client-id.ts';
import { isForm } from '../../http/form-data.ts';
import type { Caller } from '../../store/index.ts';
import { callerOf } from '../caller.ts';
import { hashOf } from '../idempotency/hash.ts';
import { readParts } from '../lm-form.ts';
import { configurationHeaders } from '../parameters/configuration-headers.ts';
import type { Parameters } from '../parameters/declarations.ts';
import { refuseMisspelt } from '../parameters/misspelt.ts';
import { readParameters } from '../parameters/read.ts';
import { audioFormat, type Variant } from './audio-format.ts';
import { type Classifiers, readClassifiers } from './classifiers.ts';
import { type DiarizationCall, readDiarization } from './diarization/parameters.ts';
import { recognizeHeaders } from './header-names.ts';

/** Everything a client asked for, checked. */
export interface RecognitionCall {
  readonly audio: AudioInput;
  readonly references: readonly LmReference[];
  readonly inline: readonly InlineGrammar[];
  readonly parameters: Parameters;
  readonly classifiers: Classifiers;
  /** Undefined where nobody asked who speaks. */
  readonly diarization: DiarizationCall | undefined;
  /** Whose turn it uses: see `clientOf`. */
  readonly client: string;
  readonly caller: Caller;
  /** By `performance.now()`: the recognition timer starts here. */
  readonly acceptedAt: number;
}

/** What the head of a request says; wrong ones are refused before their body arrives. */
export interface CallHead {
  readonly references: readonly LmReference[];
  readonly parameters: Parameters;
  /** None on the earlier variant. */
  readonly classifiers: Classifiers;
  readonly diarization: DiarizationCall | undefined;
}

/** What the configuration says of parameters that a request leaves out. */
export function configuredParameters({
  textify,
  accuracy,
  enhancement,
}: Pick<Config, 'textify' | 'accuracy' | 'enhancement'>): Partial<Parameters> {
  return { 'textify.enabled': textify, 'decoder.accuracy': accuracy, 'enhancement.enabled': enhancement };
}

export function readHead(request: FastifyRequest, config: Config, variant: Variant): CallHead {
  const contentType = sentContentType(request.raw);
  const form = isForm(contentType);
  if (!form) audioFormat(contentType, variant, config.rawRate);
  refuseStrayParameters(queryOf(request.raw));
  const { lm } = request.query as { lm?: unknown };
  // A form may bring its grammar along.
  refuseMisspelt(request.raw, variant === 'current' ? recognizeHeaders : configurationHeaders);
  return checkHead({ headers: spelledHeaders(request.raw), lm, lmOptional: form }, config, variant);
}

export interface SentHead {
  readonly headers: IncomingHttpHeaders;
  /** Nothing, one URI or several. */
  readonly lm: unknown;
  /** Whether there may be no `lm`, because grammars come along. */
  readonly lmOptional: boolean;
}

/** The same of headers and language models that did not come over HTTP. */
export function checkHead(
  { headers, lm, lmOptional }: SentHead,
  config: Pick<Config, 'deployment' | 'textify' | 'accuracy' | 'enhancement' | 'lmAliases'>,
  variant: Variant,
): CallHead {
  const classifiers: Classifiers = variant === 'current' ? readClassifiers(headers) : new Set();
  const parameters = readParameters(headers, config.deployment, configuredParameters(config));
  const diarization = variant === 'current' ? readDiarization(headers, config.deployment) : undefined;
  const references = lmOptional && lm === undefined ? [] : readLms(lm, config.lmAliases);
  return { references, parameters, classifiers, diarization };
}

export async function readCall(
  request: FastifyRequest,
  config: Config,
  variant: Variant,
  share: BodyShare,
): Promise<RecognitionCall> {
  const head = readHead(request, config, variant);
  const contentType = sentContentType(request.raw);
  const body = await readBody(request.raw, config.maxBodyBytes, share);
  const acceptedAt = performance.now();
  const who = { client: clientOf(request), caller: callerOf(request) };
  if (!isForm(contentType)) {
    const audio = { bytes: filledAudio(body), decode: audioFormat(contentType, variant, config.rawRate) };
    return { ...head, audio, inline: [], ...who, acceptedAt };
  }
  const { value, grammars: inline } = readParts(body, contentType, 'audio');
  if (!value) throw new ServiceError('ERR_EMPTY_BODY', 'the multipart body has no part named audio');
  if (inline.length === 0 && head.references.length === 0) readLms(undefined);
  const audio = {
    bytes: filledAudio(value.bytes),
    decode: audioFormat(value.contentType, variant, config.rawRate),
  };
  return { ...head, audio, inline, ...who, acceptedAt };
}

/** A hash of what makes a call the same. `url` is where it was sent to, with whatever else the answer depends on. */
export function callHash(
  url: unknown,
  { references, parameters, classifiers, diarization, inline, audio }: RecognitionCall,
): Promise<string> {
  const { bytes, decode } = 'bytes' in audio ? audio : { bytes: new Uint8Array(), decode: undefined };
  const uris = references.map(({ uri }) => uri);
  const types = inline.map(({ mediaType }) => mediaType);
  return hashOf(
    [url, uris, parameters, [...classifiers], diarization, types, decode],
    ...inline.map((grammar) => grammar.bytes),
    bytes,
  );
}

export function filledAudio(bytes: Uint8Array): Uint8Array {
  if (bytes.length === 0) throw noAudio();
  return bytes;
}

export function noAudio(): ServiceError {
  return new ServiceError('ERR_EMPTY_BODY', 'the request has no audio');
}
