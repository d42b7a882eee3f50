import type { DecodeAs } from '@locutor/contract';
import { wrong } from '../../fields/index.ts';
import { headerText, isObject, type JsonObject, optionalText } from '../json-message.ts';
import type { ModelNames } from '../named-models.ts';
import { readHints } from './read-hints.ts';

/** What jambonz says before the audio. */
export interface Start extends ModelNames {
  /** Of the audio. */
  readonly decode: DecodeAs;
  /** Parameters of the recognition, as headers. */
  readonly headers: Readonly<Record<string, string>>;
}

const [LOWEST, HIGHEST] = [8000, 48_000];
const TELEPHONE = 8000;
/** The id of a call, as the log may have it. */
const CALL = /^[\w-]{1,64}$/;

/** The `start` message. Throws ERR_INVALID_PARAMETER. */
export function readStart(message: JsonObject): Start {
  const format = optionalText(message, 'format') ?? 'raw';
  if (format !== 'raw') throw wrong('format', '"raw"', format);
  const encoding = optionalText(message, 'encoding') ?? 'LINEAR16';
  if (encoding !== 'LINEAR16') throw wrong('encoding', '"LINEAR16"', encoding);
  const { sampleRateHz: rate = TELEPHONE, interimResults: interim = false, options = {} } = message;
  if (!Number.isInteger(rate) || (rate as number) < LOWEST || (rate as number) > HIGHEST)
    throw wrong('sampleRateHz', `an integer from ${LOWEST} to ${HIGHEST}`, rate);
  if (typeof interim !== 'boolean') throw wrong('interimResults', 'true or false', interim);
  if (!isObject(options)) throw wrong('options', 'an object', options);
  const language = optionalText(message, 'language');
  const grammar = optionalText(options, 'grammar');
  return {
    decode: { raw: { encoding: 'pcm', rate: rate as number } },
    ...(language !== undefined && { language }),
    ...(grammar !== undefined && { grammar }),
    lm: lmsOf(options.lm),
    headers: headersOf(options, interim),
  };
}

function lmsOf(lm: unknown): string[] {
  if (lm === undefined || lm === null) return [];
  const list: unknown[] = Array.isArray(lm) ? lm : [lm];
  if (list.every((each) => typeof each === 'string')) return list;
  throw wrong('options.lm', 'the URI of a language model, or a list of them', lm);
}

/** Options that are parameters of a recognition stand for them; others are meant for other vendors. */
function headersOf(options: JsonObject, interim: boolean): Record<string, string> {
  const { lm: _lm, grammar: _grammar, hints, hintsBoost, callSid, ...others } = options;
  const headers: Record<string, string> = {
    // A call goes on after an answer.
    'decoder.continuousmode': 'true',
    'decoder.partialresultenabled': String(interim),
  };
  if (typeof callSid === 'string' && CALL.test(callSid)) headers.loggingtag = callSid;
  const words = readHints(hints, hintsBoost);
  if (words !== undefined) headers['hints.words'] = headerText(words, 'hints');
  for (const [name, value] of Object.entries(others)) {
    if (typeof value === 'object' || value === undefined) continue;
    headers[name.toLowerCase()] = headerText(String(value), name);
  }
  return headers;
}
