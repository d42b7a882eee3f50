import type { FastifyRequest } from 'fastify';
import { userIdField } from '../../biometrics/names.ts';
import type { Config } from '../../config/index.ts';
import { ServiceError } from '../../errors/index.ts';
import { type DiarizationCall, readSpeakerHeaders } from '../recognize/diarization/parameters.ts';
import { MAX_USERS } from '../verify/request.ts';
import { type FormFields, invalid } from './form-fields.ts';
import type { NamedModel } from './model-names.ts';
import type { Format } from './wanted.ts';

/** Undefined where the answer does not name speakers: finding them takes time. */
export function speakersOf(
  request: FastifyRequest,
  config: Config,
  fields: FormFields,
  { model, format }: { readonly model: NamedModel; readonly format: Format },
): DiarizationCall | undefined {
  const { enabled, count, userIds, place } = readSpeakerHeaders(request.headers, config.deployment);
  if (fields.has('known_speaker_references')) {
    throw new ServiceError(
      'ERR_NOT_SUPPORTED',
      'known_speaker_references: enrol the speakers (POST /rest/v3/enroll) and send their user ids as known_speaker_names only',
      { field: 'known_speaker_references' },
    );
  }
  const names = fields.list('known_speaker_names', userIdField);
  const wanted = [...new Set([...userIds, ...names])];
  if (wanted.length > MAX_USERS) {
    throw invalid(
      'known_speaker_names',
      `known_speaker_names: expected at most ${MAX_USERS} names, got ${wanted.length}`,
    );
  }
  const asked = enabled || model.diarizes || names.length > 0;
  const shown = format === 'diarized_json' || (asked && (format === 'srt' || format === 'vtt'));
  if (!shown) return undefined;
  return { count, users: wanted.length > 0 ? { userIds: wanted, place } : undefined };
}
