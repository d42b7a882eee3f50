import { quote, ServiceError } from '../../errors/index.ts';
import { wrong } from '../../fields/index.ts';
import { headerText, notTooLong } from '../json-message.ts';
import type { ModelNames } from '../named-models.ts';
import { parameterNames, parameterText, type SessionParameters } from '../parameters.ts';

/** What a session was told, by `@` parameters of aeap.conf and by SPEECH_ENGINE. */
export type Settings = Readonly<Record<string, string>>;

/** Settings that are no parameters of a recognition. */
const OWN = ['language', 'lm', 'grammar', 'results_type', 'sampleRate'] as const;
const RESULT_TYPES = ['normal', 'nbest'];
/** Alternatives with `nbest`, unless told otherwise. */
const NBEST = '5';
const [LOWEST, HIGHEST] = [8000, 192_000];

/** The name of a setting as it is written here: Asterisk compares names without case. */
const byLowerCase: ReadonlyMap<string, string> = new Map(
  [...OWN, ...parameterNames].map((name) => [name.toLowerCase(), name]),
);

/** Settings with changes. Throws ERR_INVALID_PARAMETER. */
export function changed(settings: Settings, changes: Readonly<Record<string, string>>): Settings {
  const all: Record<string, string> = { ...settings };
  for (const [given, value] of Object.entries(changes)) all[nameOf(given)] = value;
  const { results_type: type = 'normal' } = all;
  if (!RESULT_TYPES.includes(type)) throw wrong('results_type', '"normal" or "nbest"', type);
  slinRate(all);
  return all;
}

function nameOf(given: string): string {
  const name = byLowerCase.get(given.toLowerCase());
  if (name !== undefined) return name;
  throw new ServiceError('ERR_INVALID_PARAMETER', `there is no parameter ${quote(given)}`);
}

/** The rate of audio whose codec does not say it. */
export function slinRate({ sampleRate }: Settings): number | undefined {
  if (sampleRate === undefined) return undefined;
  const rate = /^\d{4,6}$/.test(sampleRate) ? Number(sampleRate) : 0;
  if (rate >= LOWEST && rate <= HIGHEST) return rate;
  throw wrong('sampleRate', `an integer from ${LOWEST} to ${HIGHEST}`, sampleRate);
}

export const wantsAll = ({ results_type }: Settings) => results_type === 'nbest';

/** Several language models are separated by spaces. */
export function modelNames({ language, lm = '', grammar }: Settings): ModelNames {
  return {
    lm: notTooLong(lm, 'lm')
      .split(/\s+/)
      .filter((each) => each !== ''),
    ...(grammar && { grammar }),
    ...(language && { language }),
  };
}

/** The parameters of a recognition, as headers. */
export function headersOf(settings: Settings): Record<string, string> {
  const headers: Record<string, string> = {
    // They are started when Asterisk listens again.
    'decoder.startinputtimers': 'false',
    ...(wantsAll(settings) && { 'decoder.maxsentences': NBEST }),
  };
  for (const name of parameterNames) {
    const value = settings[name];
    if (value !== undefined) headers[name.toLowerCase()] = headerText(value, name);
  }
  return headers;
}

/** What a setting is, for SPEECH_ENGINE. */
export function settingText(settings: Settings, given: string, parameters: SessionParameters): string {
  const name = nameOf(given);
  const own = settings[name];
  if (own !== undefined) return own;
  if (name === 'results_type') return 'normal';
  const known = parameterNames.find((each) => each === name);
  return known === undefined ? '' : parameterText(parameters, known);
}
