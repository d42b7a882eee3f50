import { Type } from 'typebox';
import { mediaTypeField, type VoiceMediaType } from '../../biometrics/media-type.ts';
import { placeMembers, placeOf, userIdField } from '../../biometrics/names.ts';
import { number, readValue } from '../../fields/index.ts';
import type { Place } from '../../store/index.ts';
import { REQUEST_NAMES } from '../voice-form/form.ts';
import { type VerifyConfiguration, verifyConfiguration, verifyConfigurationOf } from './configuration.ts';

export const MAX_USERS = 128;

export interface VerifyRequest {
  readonly place: Place;
  /** As they were sent: a user named twice is answered twice. */
  readonly userIds: readonly string[];
  readonly mediaType: VoiceMediaType;
  readonly threshold: number | undefined;
  readonly configuration: VerifyConfiguration;
}

export const verifyRequest = Type.Object(
  {
    ...placeMembers,
    user_ids: Type.Array(userIdField, { minItems: 1, maxItems: MAX_USERS }),
    min_verification_score: Type.Optional(number(-1, 1, { description: 'Without it, there is no decision' })),
    media_type: Type.Optional(mediaTypeField),
    configuration: Type.Optional(verifyConfiguration),
  },
  {
    title: 'VerificationRequest',
    additionalProperties: false,
    examples: [{ user_ids: ['ana'], min_verification_score: 0.5 }],
  },
);

export function readVerifyRequest(value: unknown): VerifyRequest {
  const members = readValue(verifyRequest, value, '', REQUEST_NAMES);
  return {
    place: placeOf(members),
    userIds: members.user_ids,
    mediaType: members.media_type ?? 'auto',
    threshold: members.min_verification_score,
    configuration: verifyConfigurationOf(members.configuration ?? {}, 'configuration'),
  };
}
