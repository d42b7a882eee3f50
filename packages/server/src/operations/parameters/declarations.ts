import { type Static, type TSchema, Type } from 'typebox';
import { integer, oneOf, text, worded } from '../../fields/index.ts';
import { type Hint, hintList, readHints, wrongHint } from './hints.ts';

export interface Parameter<T = unknown> {
  /** Of the header's text, or of what it means. */
  readonly schema: TSchema;
  readonly default: T;
  readonly about: string;
  /** Makes something else of a text that fits. */
  decode?(text: string): T;
  /** The part of a text that does not fit, where it is not the whole. */
  wrongPart?(text: string): string | undefined;
}

export const flag = Type.Boolean();

function milliseconds(min: number, max: number) {
  return worded(integer(min, max), `an integer from ${min} to ${max} ms`);
}

function percent(min: number, max: number) {
  return worded(integer(min, max), `an integer from ${min} to ${max} %`);
}

export function parameter<Schema extends TSchema>(
  schema: Schema,
  fallback: Static<Schema>,
  about: string,
): Parameter<Static<Schema>> {
  return { schema, default: fallback, about };
}

/**
 * Every configuration header of RECOGNIZE and INTERPRET, by its dotted name. On-premise takes the dotted and the
 * hyphenated form, hosted the hyphenated one only.
 */
export const parameters = {
  'decoder.maxSentences': parameter(integer(1, 10), 1, 'size of the n-best list'),
  'decoder.confidenceThreshold': {
    schema: integer(0, 100),
    default: undefined,
    about: 'alternatives below it are dropped; default 25 for sentences of grammars, 0 for free speech',
  } as Parameter<number | undefined>,
  'decoder.wordDetails': parameter(integer(0, 2), 1, 'words for no, the first or all alternatives'),
  'decoder.continuousMode': parameter(flag, true, 'false stops after the first segment'),
  'decoder.accuracy': parameter(
    oneOf(['normal', 'high']),
    'normal',
    'high: a second model judges English free speech too, which takes about five times as long',
  ),
  'decoder.startInputTimers': parameter(flag, true, 'start the enabled timers'),
  'noInputTimeout.enabled': parameter(flag, false, 'wait only so long for speech to start'),
  'noInputTimeout.value': parameter(milliseconds(1, 600000), 5000, 'audio without a start of speech'),
  'recognitionTimeout.enabled': parameter(flag, false, 'limit the time of the whole recognition'),
  'recognitionTimeout.value': parameter(milliseconds(1, 600000), 30000, 'wall clock'),
  'endpointer.enabled': parameter(flag, true, 'false: the whole audio is one segment'),
  'endpointer.headMargin': parameter(milliseconds(0, 2000), 200, 'audio kept before speech'),
  'endpointer.tailMargin': parameter(milliseconds(0, 2000), 400, 'audio kept after speech'),
  'endpointer.waitEnd': parameter(milliseconds(100, 10000), 1000, 'silence that ends a segment'),
  'endpointer.levelMode': parameter(integer(0, 2), 0, 'amplitude gate: off, automatic, fixed'),
  'endpointer.levelThreshold': parameter(percent(0, 100), 5, 'level of the fixed gate'),
  'endpointer.autoLevelLen': parameter(milliseconds(0, 5000), 350, 'what the automatic gate learns from'),
  'endpointer.maxSegmentDuration': parameter(milliseconds(1000, 60000), 25000, 'forced cut'),
  'endpointer.segmentOverlapTime': parameter(milliseconds(0, 5000), 0, 'overlap at a forced cut'),
  'endpointer.requireInitialSilence': parameter(flag, false, 'speech at once is EARLY_SPEECH'),
  'hints.words': {
    schema: hintList,
    default: [],
    about: 'words and phrases to favour in free speech',
    decode: readHints,
    wrongPart: wrongHint,
  } as Parameter<readonly Hint[]>,
  'enhancement.enabled': parameter(flag, false, 'suppress noise before speech is recognised'),
  'textify.enabled': parameter(flag, false, 'numbers, dates, times and money in written form'),
  loggingTag: parameter(
    text(/^[\x20-\x7e]{0,64}$/, 'at most 64 printable characters'),
    '',
    'written to the log',
  ),
  'license.manager.accountTag': parameter(
    text(/^[A-Za-z0-9_-]{0,32}$/, 'at most 32 letters, digits, hyphens and underscores'),
    '',
    'written to the billing record',
  ),
} as const satisfies Record<string, Parameter>;

export type ParameterName = keyof typeof parameters;

type Value<P> = P extends Parameter<infer T> ? T : never;

/** What the parameters of a table are when they are read. */
export type ValuesOf<Table> = { readonly [Name in keyof Table]: Value<Table[Name]> };

export type Parameters = ValuesOf<typeof parameters>;
