import { randomBytes } from 'node:crypto';
import type { Place } from '../../store/index.ts';
import { type Configuration, readConfiguration } from '../voices/configuration.ts';
import { mediaType, type VoiceMediaType } from '../voices/media-type.ts';
import { Members, number, oneOf, text } from '../voices/members.ts';
import { takePlace, userId, visibleLines } from '../voices/names.ts';

/** `add` to the voice that is there, or a new one; `create` only a new one; `replace` whatever is there. */
export const MODES = ['add', 'create', 'replace'] as const;
export type Mode = (typeof MODES)[number];

export const MAX_UTTERANCES = 20;
export const MAX_CONSENT = 1000;

const consentNote = visibleLines(text(/^[^\p{Cs}\0]{0,1000}$/u, `at most ${MAX_CONSENT} characters`));

export interface EnrollRequest {
  readonly place: Place;
  readonly userId: string;
  readonly mode: Mode;
  readonly mediaType: VoiceMediaType;
  readonly threshold: number | undefined;
  readonly consent: string | undefined;
  readonly configuration: Configuration;
}

export function readEnrollRequest(value: unknown): EnrollRequest {
  const members = new Members(value, '', 'the part enroll');
  const configured = (given: unknown, path: string) => readConfiguration(given, path, MAX_UTTERANCES);
  const request = {
    place: takePlace(members),
    userId: members.take('user_id', userId) ?? newUserId(),
    mode: members.take('mode', oneOf(...MODES)) ?? 'add',
    mediaType: members.take('media_type', mediaType) ?? 'auto',
    threshold: members.take('min_enrollment_score', number(-1, 1)),
    consent: members.take('consent', consentNote),
    configuration: members.take('configuration', configured) ?? configured({}, 'configuration'),
  };
  members.end();
  return request;
}

/** 96 random bits: nobody meets another's, and nothing about it needs to be escaped anywhere. */
function newUserId(): string {
  return randomBytes(12).toString('hex');
}
