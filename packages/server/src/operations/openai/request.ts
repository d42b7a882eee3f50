import type { FastifyRequest } from 'fastify';
import { userIdField } from '../../biometrics/names.ts';
import type { Config } from '../../config/index.ts';
import { quote, ServiceError } from '../../errors/index.ts';
import { number, oneOf } from '../../fields/index.ts';
import { readLms } from '../../grammars/index.ts';
import { type BodyShare, readBody } from '../../http/body.ts';
import { sentContentType } from '../../http/client.ts';
import { clientOf } from '../../http/client-id.ts';
import { callerOf } from '../caller.ts';
import { freeSpeechModel } from '../free-speech.ts';
import { flag } from '../parameters/declarations.ts';
import { MAX_PHRASES } from '../parameters/hints.ts';
import { readParameters } from '../parameters/read.ts';
import { audioFormat } from '../recognize/audio-format.ts';
import { type DiarizationCall, readSpeakerHeaders } from '../recognize/diarization/parameters.ts';
import type { RecognitionCall } from '../recognize/request.ts';
import { MAX_USERS } from '../verify/request.ts';
import { chunking } from './chunking.ts';
import { anyText, FormFields, invalid } from './form-fields.ts';
import { modelNamed, type NamedModel } from './model-names.ts';
import { hintsFor, promptHints } from './prompt-hints.ts';

export const FORMATS = ['json', 'text', 'srt', 'verbose_json', 'vtt', 'diarized_json'] as const;
export type Format = (typeof FORMATS)[number];
const STREAMED: readonly Format[] = ['json', 'text', 'diarized_json'];
export const GRANULARITIES = ['word', 'segment'] as const;

/** What the answer is to be like. */
export interface Wanted {
  readonly format: Format;
  readonly granularities: readonly (typeof GRANULARITIES)[number][];
  readonly stream: boolean;
  readonly logprobs: boolean;
  readonly temperature: number;
  /** The code of the language that was asked for; undefined where it is detected. */
  readonly language: string | undefined;
}

export interface Transcribing {
  readonly call: RecognitionCall;
  readonly wanted: Wanted;
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
  const model = modelNamed(fields.value('model', anyText) ?? missing('model'));
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

function wantedOf(fields: FormFields): Omit<Wanted, 'language'> {
  const format = fields.value('response_format', oneOf(FORMATS)) ?? 'json';
  const stream = fields.value('stream', flag) ?? false;
  if (stream && !STREAMED.includes(format)) {
    throw new ServiceError(
      'ERR_NOT_SUPPORTED',
      `stream: only ${STREAMED.join(', ')} can be streamed, not ${format}`,
      { field: 'stream' },
    );
  }
  const granularities = fields.list('timestamp_granularities', oneOf(GRANULARITIES));
  return {
    format,
    stream,
    granularities: granularities.length > 0 ? granularities : ['segment'],
    logprobs: fields.list('include', anyText).includes('logprobs') && format === 'json',
    temperature: fields.value('temperature', number(0, 1)) ?? 0,
  };
}

function parametersOf(
  request: FastifyRequest,
  config: Config,
  fields: FormFields,
  { format, granularities, logprobs }: Wanted,
): RecognitionCall['parameters'] {
  const headers = readParameters(request.headers, config.deployment, {
    'textify.enabled': true,
    'decoder.accuracy': config.accuracy,
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

/** Undefined where the answer does not name speakers: finding them takes time. */
function speakersOf(
  request: FastifyRequest,
  config: Config,
  fields: FormFields,
  { model, format }: { readonly model: NamedModel; readonly format: Format },
): DiarizationCall | undefined {
  const { enabled, count, userIds, place } = readSpeakerHeaders(request.headers, config.deployment);
  if (fields.has('known_speaker_references')) {
    throw new ServiceError(
      'ERR_NOT_SUPPORTED',
      'known_speaker_references: enrol the speakers (POST /rest/v3/enroll) and send their user ids as known_speaker_names only',
      { field: 'known_speaker_references' },
    );
  }
  const names = fields.list('known_speaker_names', userIdField);
  const wanted = [...new Set([...userIds, ...names])];
  if (wanted.length > MAX_USERS) {
    throw invalid(
      'known_speaker_names',
      `known_speaker_names: expected at most ${MAX_USERS} names, got ${wanted.length}`,
    );
  }
  const asked = enabled || model.diarizes || names.length > 0;
  const shown = format === 'diarized_json' || (asked && (format === 'srt' || format === 'vtt'));
  if (!shown) return undefined;
  return { count, users: wanted.length > 0 ? { userIds: wanted, place } : undefined };
}
