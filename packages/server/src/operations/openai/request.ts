import type { FastifyRequest } from 'fastify';
import type { Config } from '../../config/index.ts';
import { quote, ServiceError } from '../../errors/index.ts';
import { readLms } from '../../grammars/index.ts';
import { type BodyShare, readBody } from '../../http/body.ts';
import { refuseEncoded, sentContentType, spelledHeaders, unsupportedType } from '../../http/client.ts';
import { clientOf } from '../../http/client-id.ts';
import { isForm } from '../../http/form-data.ts';
import { FormParser } from '../../http/form-parser.ts';
import { callerOf } from '../caller.ts';
import { freeSpeechModel } from '../free-speech.ts';
import { MAX_PHRASES } from '../parameters/hints.ts';
import { refuseMisspelt } from '../parameters/misspelt.ts';
import { readParameters } from '../parameters/read.ts';
import { audioFormat } from '../recognize/audio-format.ts';
import { readSpeakerHeaders } from '../recognize/diarization/parameters.ts';
import { recognizeHeaders } from '../recognize/header-names.ts';
import { configuredParameters, type RecognitionCall } from '../recognize/request.ts';
import { chunking } from './chunking.ts';
import { anyText, FormFields, invalid } from './form-fields.ts';
import { modelNamed, type NamedModel } from './model-names.ts';
import { hintsFor, promptHints } from './prompt-hints.ts';
import { speakersOf } from './speakers.ts';
import { type Wanted, wantedOf } from './wanted.ts';

export interface Transcribing {
  readonly call: RecognitionCall;
  readonly wanted: Wanted;
}

/** What cannot be read is refused before the body arrives. */
export function checkHead(request: FastifyRequest, config: Config): void {
  refuseEncoded(request.raw.headers['content-encoding'], 'form');
  const sent = sentContentType(request.raw);
  if (!isForm(sent)) {
    throw unsupportedType(sent, 'multipart/form-data');
  }
  new FormParser(sent);
  refuseMisspelt(request.raw, recognizeHeaders);
  const headers = spelledHeaders(request.raw);
  readParameters(headers, config.deployment);
  readSpeakerHeaders(headers, config.deployment);
}

/** Reads the form of a transcription as a call of RECOGNIZE. Configuration headers count too, and fields before them. */
export async function readTranscription(
  request: FastifyRequest,
  config: Config,
  share: BodyShare,
): Promise<Transcribing> {
  const contentType = sentContentType(request.raw)!;
  const body = await readBody(request.raw, config.maxBodyBytes, share);
  if (body.length === 0) throw new ServiceError('ERR_EMPTY_BODY', 'the request has no body');
  const fields = new FormFields(body, contentType);
  const acceptedAt = performance.now();
  const audio = audioOf(fields, config);
  const model = modelNamed(fields.value('model', anyText) ?? missing('model'), config.lmAliases);
  const { lm, language } = languageOf(fields, model, config);
  const wanted = { ...wantedOf(fields), language };
  const call = {
    audio,
    references: readLms(lm),
    inline: [],
    parameters: parametersOf(request, config, fields, wanted),
    classifiers: new Set<never>(),
    diarization: speakersOf(request, config, fields, { model, ...wanted }),
    client: clientOf(request),
    caller: callerOf(request),
    acceptedAt,
  };
  return { call, wanted };
}

function missing(field: string): never {
  throw invalid(field, `the field ${field} is missing`);
}

function audioOf(fields: FormFields, config: Config): RecognitionCall['audio'] {
  const file = fields.part('file') ?? missing('file');
  if (file.bytes.length === 0) {
    throw new ServiceError('ERR_EMPTY_BODY', 'the field file has no audio', { field: 'file' });
  }
  // Clients label files by their names, so that the label says little; only types of raw audio are needed.
  return { bytes: file.bytes, decode: audioFormat(file.contentType, 'earlier', config.rawRate) };
}

function languageOf(fields: FormFields, { lm }: NamedModel, config: Config) {
  const sent = fields.value('language', anyText);
  const name = sent ?? lm.replace('builtin:slm/', '');
  const found = freeSpeechModel(name);
  if (found === undefined) {
    throw invalid('language', `language: expected auto or a code such as en or pt-BR, got ${quote(name)}`);
  }
  const language = found === 'general' ? config.language : found === 'auto' ? undefined : found;
  return { lm: sent === undefined ? lm : `builtin:slm/${sent}`, language };
}

function parametersOf(
  request: FastifyRequest,
  config: Config,
  fields: FormFields,
  { format, granularities, logprobs }: Wanted,
): RecognitionCall['parameters'] {
  const headers = readParameters(request.headers, config.deployment, {
    ...configuredParameters(config),
    'textify.enabled': true,
  });
  const prompted = promptHints(fields.value('prompt', anyText) ?? '');
  const keywords = hintsFor(fields.list('keywords', anyText));
  const needsWords =
    logprobs ||
    format === 'srt' ||
    format === 'vtt' ||
    (format === 'verbose_json' && granularities.includes('word'));
  return {
    ...headers,
    ...chunking(fields),
    'hints.words': [...headers['hints.words'], ...keywords, ...prompted].slice(0, MAX_PHRASES),
    'decoder.maxSentences': 1,
    'decoder.wordDetails': needsWords ? 1 : 0,
  };
}
