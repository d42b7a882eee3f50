import type { IncomingHttpHeaders } from 'node:http';
import type { Config } from '../config/index.ts';
import { ServiceError } from '../errors/index.ts';
import { integer, text } from '../fields/index.ts';
import { flag, parameter, parameters, type ValuesOf } from '../operations/parameters/declarations.ts';
import { headerForms, parameterReader } from '../operations/parameters/read.ts';
import { type Classifiers, classifierHeaders, readClassifiers } from '../operations/recognize/classifiers.ts';
import { diarizationParameters, readDiarization } from '../operations/recognize/diarization/parameters.ts';
import { configuredParameters } from '../operations/recognize/request.ts';

const minutes = integer(1, 1440);
const anything = text(/^.*$/, 'a text');

/** The parameters of a session: those of RECOGNIZE, those of live speech, and some that clients send without effect here. */
const table = {
  ...parameters,
  'decoder.partialResultEnabled': parameter(flag, false, 'results while somebody speaks'),
  'lm.timeToLive': parameter(minutes, 60, 'minutes that a grammar of the session is kept'),
  'lm.timeToIdle': parameter(minutes, 10, 'minutes that it is kept without being used'),
  'decoder.partialResultInterval': parameter(anything, '', 'no effect'),
  'endpointer.useToneDetectors': parameter(anything, '', 'no effect'),
  'textify.formatting.enabled': parameter(anything, '', 'no effect'),
  'textify.formatting.rules': parameter(anything, '', 'no effect'),
} as const;

export type SessionParameters = ValuesOf<typeof table>;

export const parameterNames = Object.keys(table) as (keyof SessionParameters)[];

const read = parameterReader(table);

const KNOWN = new Set([
  ...[...parameterNames, ...Object.keys(diarizationParameters)].flatMap(headerForms),
  ...Object.keys(classifierHeaders).map((name) => name.toLowerCase()),
]);

/** The headers of a message that recognitions know; a session remembers no others. */
export function knownHeaders(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => KNOWN.has(name)));
}

/** What clients in Kotlin and C# call some parameters, in lower case as all names of headers are here. */
const OTHER_NAMES: ReadonlyMap<string, string> = new Map([
  ['logging.tag', 'loggingtag'],
  ['textify.formattingenabled', 'textify.formatting.enabled'],
  ['textify.formattingrules', 'textify.formatting.rules'],
]);

/** Headers of a message that are not about its body. */
const OWN = /^(content-|accept$|handle$|text$|lastpacket$|user-agent$)/;

/** The headers of a message that may be parameters, by their usual names. */
export function parametersIn(headers: Readonly<Record<string, string>>): Record<string, string> {
  const named = Object.entries(headers).filter(([name]) => !OWN.test(name));
  return Object.fromEntries(named.map(([name, value]) => [OTHER_NAMES.get(name) ?? name, value]));
}

/** Java clients write the whole number of a setting that is a fraction to them as 5.0. */
const WHOLE = /^(\d+)\.0+$/;

/** Of all headers that hold for a recognition. Names may be dotted in every deployment: clients of this protocol use no others. */
export function readSessionParameters(
  headers: IncomingHttpHeaders,
  config: Pick<Config, 'textify' | 'accuracy' | 'enhancement'>,
): SessionParameters {
  const plain = Object.entries(headers).map(([name, value]) => [name, String(value).replace(WHOLE, '$1')]);
  return read(Object.fromEntries(plain), 'on-premise', {
    ...configuredParameters(config),
    // A dialogue asks for one answer; RECOGNIZE gets recordings.
    'decoder.continuousMode': false,
  });
}

/** The value of a parameter as a header has it. */
export function parameterText(values: SessionParameters, name: keyof SessionParameters): string {
  const value = values[name];
  if (name === 'hints.words') {
    return values['hints.words'].map(({ phrase, boost }) => `${phrase}:${boost}`).join(', ');
  }
  return value === undefined ? '' : String(value);
}

/** Version 2.4 asks for more than words; before it those headers mean nothing. */
export function readSessionClassifiers(headers: IncomingHttpHeaders, version: string): Classifiers {
  if (readDiarization(headers, 'on-premise')) {
    throw new ServiceError(
      'ERR_NOT_SUPPORTED',
      'diarization needs the whole recording; send it to RECOGNIZE',
    );
  }
  return Number(version) >= 2.4 ? readClassifiers(headers) : new Set();
}
