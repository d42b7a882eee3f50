import { randomBytes } from 'node:crypto';
import { LEAST_AGREEMENT } from '@locutor/engine';
import { Type } from 'typebox';
import {
  type Configuration,
  configurationMembers,
  configurationOf,
  utteranceCount,
} from '../../biometrics/configuration.ts';
import { mediaTypeField, type VoiceMediaType } from '../../biometrics/media-type.ts';
import { placeMembers, placeOf, userIdField } from '../../biometrics/names.ts';
import { number, oneOf, readValue, text, visibleLines } from '../../fields/index.ts';
import type { Place } from '../../store/index.ts';
import { REQUEST_NAMES } from '../voice-form/form.ts';

/** `add` to the voice that is there, or a new one; `create` only a new one; `replace` whatever is there. */
export const MODES = ['add', 'create', 'replace'] as const;
export type Mode = (typeof MODES)[number];

const MAX_UTTERANCES = 20;
const MAX_CONSENT = 1000;

export interface EnrollRequest {
  readonly place: Place;
  readonly userId: string;
  readonly mode: Mode;
  readonly mediaType: VoiceMediaType;
  readonly threshold: number | undefined;
  readonly consent: string | undefined;
  readonly configuration: Configuration;
}

const enrollConfiguration = Type.Object(
  {
    ...configurationMembers,
    max_utterances: utteranceCount({ default: MAX_UTTERANCES, description: 'Utterances that are used' }),
  },
  { title: 'EnrollmentConfiguration', additionalProperties: false },
);

export const enrollRequest = Type.Object(
  {
    ...placeMembers,
    user_id: Type.Optional(Type.With(userIdField, { description: 'Made up by the server where absent' })),
    mode: Type.Optional(
      oneOf(MODES, {
        default: 'add',
        description:
          'add: a new voice, or more of it; create: only a new one; replace: instead of what is there',
      }),
    ),
    min_enrollment_score: Type.Optional(
      number(-1, 1, {
        default: LEAST_AGREEMENT,
        description:
          'Least score of the audio; nothing is kept below. The default holds for several utterances of a second or more',
      }),
    ),
    consent: Type.Optional(
      visibleLines(
        text(/^[^\p{Cs}\0]{0,1000}$/u, `at most ${MAX_CONSENT} characters`, {
          maxLength: MAX_CONSENT,
          description: 'A note about the consent of the person',
        }),
      ),
    ),
    media_type: Type.Optional(mediaTypeField),
    configuration: Type.Optional(enrollConfiguration),
  },
  { title: 'EnrollmentRequest', additionalProperties: false, examples: [{ user_id: 'ana' }] },
);

export function readEnrollRequest(value: unknown): EnrollRequest {
  const members = readValue(enrollRequest, value, '', REQUEST_NAMES);
  return {
    place: placeOf(members),
    userId: members.user_id ?? newUserId(),
    mode: members.mode ?? 'add',
    mediaType: members.media_type ?? 'auto',
    threshold: members.min_enrollment_score,
    consent: members.consent,
    configuration: configurationOf(members.configuration ?? {}, 'configuration', MAX_UTTERANCES),
  };
}

/** 96 random bits: nobody meets another's, and nothing about it needs to be escaped anywhere. */
function newUserId(): string {
  return randomBytes(12).toString('hex');
}
