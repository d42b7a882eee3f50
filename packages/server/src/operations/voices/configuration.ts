import { ServiceError } from '../../errors/index.ts';
import { flag, integer, Members, oneOf, text, wrong } from './members.ts';
import { visible } from './names.ts';

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

const speech = integer(1000, 120_000);
export const MOST_UTTERANCES = 20;
const utterances = integer(1, MOST_UTTERANCES);
export const END_SILENCE = { minimum: 10, maximum: 3000, default: 1000 } as const;
const endSilenceMs = integer(END_SILENCE.minimum, END_SILENCE.maximum);
const accountTag = text(/^[\w-]{0,32}$/, 'at most 32 letters, digits, hyphens and underscores');
const loggingTag = visible(
  text(/^[^\p{Cc}\p{Cs}]{0,64}$/u, 'at most 64 characters without control characters'),
);

/** `mostUtterances` is the default of max_utterances; without it, it is min_utterances. */
export function readConfiguration(value: unknown, path: string, mostUtterances?: number): Configuration {
  const members = new Members(value, path);
  const configuration = takeConfiguration(members, path, mostUtterances);
  members.end();
  return configuration;
}

/** What every operation on voices has; an operation may take members of its own besides. */
export function takeConfiguration(members: Members, path: string, mostUtterances?: number): Configuration {
  if (members.take('split_mode', oneOf('AUTO', 'UTTERANCE')) === 'AUTO') {
    throw new ServiceError(
      'ERR_SPLIT_MODE',
      `${path}.split_mode is "AUTO", which cannot be used over REST; send "UTTERANCE" or leave it out`,
    );
  }
  const minSpeech = members.take('min_speech', speech) ?? 1000;
  const maxSpeech = members.take('max_speech', speech) ?? 120_000;
  const minUtterances = members.take('min_utterances', utterances) ?? 1;
  const maxUtterances = members.take('max_utterances', utterances) ?? mostUtterances ?? minUtterances;
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
  const endSilence = members.take('end_silence', endSilenceMs) ?? END_SILENCE.default;
  const beyond = members.take('max_constraint_behavior', oneOf('trim', 'abort')) ?? 'trim';
  const tags = {
    accountTag: members.take('account_tag', accountTag) ?? '',
    loggingTag: members.take('logging_tag', loggingTag) ?? '',
  };
  const detections = {
    genderDetection: members.take('gender_detection', flag) ?? false,
    ageDetection: members.take('age_detection', flag) ?? false,
  };
  return { minSpeech, maxSpeech, minUtterances, maxUtterances, endSilence, beyond, ...detections, ...tags };
}
