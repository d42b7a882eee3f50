import { type Static, Type } from 'typebox';
import { ServiceError } from '../errors/index.ts';
import { integer, oneOf, text, visible, wrong } from '../fields/index.ts';

/** What a request may set about its audio, with the defaults filled in. Milliseconds. */
export interface Configuration {
  readonly minSpeech: number;
  readonly maxSpeech: number;
  readonly minUtterances: number;
  readonly maxUtterances: number;
  /** The pause that ends an utterance. */
  readonly endSilence: number;
  /** What happens to speech beyond the upper limits. */
  readonly beyond: 'trim' | 'abort';
  /** Effective only in verification. */
  readonly genderDetection: boolean;
  readonly ageDetection: boolean;
  readonly accountTag: string;
  readonly loggingTag: string;
}

export const MOST_UTTERANCES = 20;
const DEFAULTS = { minSpeech: 1000, maxSpeech: 120_000, minUtterances: 1, endSilence: 1000 } as const;

const speech = (description: string, standard: number) =>
  Type.Optional(integer(1000, 120_000, { default: standard, description }));

export function utteranceCount(options: { default?: number; description: string }) {
  return Type.Optional(integer(1, MOST_UTTERANCES, options));
}

/** What every operation on voices has; an operation may have members of its own besides. */
export const configurationMembers = {
  split_mode: Type.Optional(
    oneOf(['AUTO', 'UTTERANCE'], {
      default: 'UTTERANCE',
      description: 'AUTO cannot be used over REST and is ERR_SPLIT_MODE',
    }),
  ),
  min_speech: speech('Least speech, in ms; less is ERR_MIN_SPEECH', DEFAULTS.minSpeech),
  max_speech: speech('Most speech, in ms', DEFAULTS.maxSpeech),
  min_utterances: utteranceCount({
    default: DEFAULTS.minUtterances,
    description: 'Fewest utterances; fewer are ERR_MIN_UTTERANCES',
  }),
  max_utterances: utteranceCount({ description: 'Utterances that are used' }),
  end_silence: Type.Optional(
    integer(10, 3000, {
      default: DEFAULTS.endSilence,
      description: 'The pause that ends an utterance, in ms',
    }),
  ),
  max_constraint_behavior: Type.Optional(
    oneOf(['trim', 'abort'], {
      default: 'trim',
      description: 'Whether speech beyond an upper limit is ignored or causes an error',
    }),
  ),
  account_tag: Type.Optional(
    text(/^[\w-]{0,32}$/, 'at most 32 letters, digits, hyphens and underscores', {
      pattern: '^[A-Za-z0-9_-]{0,32}$',
      description: 'Written to the billing record',
    }),
  ),
  logging_tag: Type.Optional(
    visible(
      text(/^[^\p{Cc}\p{Cs}]{0,64}$/u, 'at most 64 characters without control characters', {
        maxLength: 64,
        description: 'Written to the log',
      }),
    ),
  ),
  gender_detection: Type.Optional(
    Type.Boolean({ default: false, description: 'Estimate the gender; effective only in verification' }),
  ),
  age_detection: Type.Optional(
    Type.Boolean({ default: false, description: 'Estimate the age group; effective only in verification' }),
  ),
};

const configuration = Type.Object(configurationMembers);

/** `mostUtterances` is the default of max_utterances; without it, it is min_utterances. */
export function configurationOf(
  members: Static<typeof configuration>,
  path: string,
  mostUtterances?: number,
): Configuration {
  if (members.split_mode === 'AUTO') {
    throw new ServiceError(
      'ERR_SPLIT_MODE',
      `${path}.split_mode is "AUTO", which cannot be used over REST; send "UTTERANCE" or omit it`,
    );
  }
  const minSpeech = members.min_speech ?? DEFAULTS.minSpeech;
  const maxSpeech = members.max_speech ?? DEFAULTS.maxSpeech;
  const minUtterances = members.min_utterances ?? DEFAULTS.minUtterances;
  const maxUtterances = members.max_utterances ?? mostUtterances ?? minUtterances;
  if (maxSpeech < minSpeech) {
    throw wrong(`${path}.max_speech`, `no less than min_speech, which is ${minSpeech}`, maxSpeech);
  }
  if (maxUtterances < minUtterances) {
    throw wrong(
      `${path}.max_utterances`,
      `no less than min_utterances, which is ${minUtterances}`,
      maxUtterances,
    );
  }
  return {
    minSpeech,
    maxSpeech,
    minUtterances,
    maxUtterances,
    endSilence: members.end_silence ?? DEFAULTS.endSilence,
    beyond: members.max_constraint_behavior ?? 'trim',
    genderDetection: members.gender_detection ?? false,
    ageDetection: members.age_detection ?? false,
    accountTag: members.account_tag ?? '',
    loggingTag: members.logging_tag ?? '',
  };
}
