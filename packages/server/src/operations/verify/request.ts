import type { Place } from '../../store/index.ts';
import { mediaType, type VoiceMediaType } from '../voices/media-type.ts';
import { list, Members, number } from '../voices/members.ts';
import { takePlace, userId } from '../voices/names.ts';
import { readVerifyConfiguration, type VerifyConfiguration } from './configuration.ts';

export const MAX_USERS = 128;

export interface VerifyRequest {
  readonly place: Place;
  /** As they were sent: a user named twice is answered twice. */
  readonly userIds: readonly string[];
  readonly mediaType: VoiceMediaType;
  readonly threshold: number | undefined;
  readonly configuration: VerifyConfiguration;
}

export function readVerifyRequest(value: unknown): VerifyRequest {
  const members = new Members(value, '', 'the part enroll');
  const request = {
    place: takePlace(members),
    userIds: members.need('user_ids', list(userId, 1, MAX_USERS)),
    mediaType: members.take('media_type', mediaType) ?? 'auto',
    threshold: members.take('min_verification_score', number(-1, 1)),
    configuration:
      members.take('configuration', readVerifyConfiguration) ?? readVerifyConfiguration({}, 'configuration'),
  };
  members.end();
  return request;
}
