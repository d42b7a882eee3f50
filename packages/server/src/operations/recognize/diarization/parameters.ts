import type { IncomingHttpHeaders } from 'node:http';
import { type TSchema, Type } from 'typebox';
import {
  DEFAULT_REPOSITORY,
  DEFAULT_SCENARIO,
  repositoryField,
  scenarioField,
  userIdField,
} from '../../../biometrics/names.ts';
import type { Config } from '../../../config/index.ts';
import { ServiceError } from '../../../errors/index.ts';
import { fits, integer } from '../../../fields/index.ts';
import type { Place } from '../../../store/index.ts';
import { flag, type Parameter, parameter } from '../../parameters/declarations.ts';
import { parameterReader } from '../../parameters/read.ts';
import { MAX_USERS } from '../../verify/request.ts';

const MOST_SPEAKERS = 20;

/** Who is asked for among the speakers, and where they are enrolled. */
export interface NamedUsers {
  readonly userIds: readonly string[];
  readonly place: Place;
}

/** What a client wants to know about the speakers. */
export interface DiarizationCall {
  readonly count: { readonly least: number; readonly most: number };
  readonly users: NamedUsers | undefined;
}

/** Header values are ASCII; names may be anything. */
function encoded(field: TSchema, expected: string) {
  return Type.Refine(
    Type.String(),
    (text) => fits(field, decoded(text)),
    () => expected,
  );
}

/** Undefined where it is no percent-encoding. */
function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

const idsIn = (text: string) => text.split(',').map((each) => each.trim());
const wrongId = (text: string) => idsIn(text).find((each) => !fits(userIdField, decoded(each)));

const userIdList = Type.Refine(
  Type.String(),
  (text) => idsIn(text).length <= MAX_USERS && wrongId(text) === undefined,
  () => `1 to ${MAX_USERS} user ids, percent-encoded and separated by commas`,
);

/** The headers of diarization; the current variant has them. */
export const diarizationParameters = {
  'diarization.enabled': parameter(
    flag,
    false,
    'identify the speakers: segments and words name their speaker',
  ),
  'diarization.minSpeakers': parameter(integer(1, MOST_SPEAKERS), 1, 'there are at least so many speakers'),
  'diarization.maxSpeakers': parameter(
    integer(1, MOST_SPEAKERS),
    MOST_SPEAKERS,
    'there are at most so many speakers',
  ),
  'diarization.users': {
    schema: userIdList,
    default: [],
    about: `enrolled users to look for among the speakers: 1 to ${MAX_USERS} ids, percent-encoded, separated by commas; needs credentials for verify`,
    decode: (text) => idsIn(text).map(decodeURIComponent),
    wrongPart: wrongId,
  } as Parameter<readonly string[]>,
  'diarization.repositoryUri': {
    ...parameter(
      encoded(repositoryField, 'a repository, percent-encoded'),
      '',
      'repository in which the users are enrolled; the default repository without it',
    ),
    decode: decodeURIComponent,
  },
  'diarization.scenario': {
    ...parameter(
      encoded(scenarioField, 'a scenario'),
      '',
      'scenario in which the users are enrolled; the default scenario without it',
    ),
    decode: decodeURIComponent,
  },
};

const read = parameterReader(diarizationParameters);

/** What the headers of a request say about speakers, whether it asks for them or not. */
export function readSpeakerHeaders(
  headers: IncomingHttpHeaders,
  deployment: Config['deployment'],
): { readonly enabled: boolean; readonly count: DiarizationCall['count'] } & NamedUsers {
  const values = read(headers, deployment);
  const [least, most] = [values['diarization.minSpeakers'], values['diarization.maxSpeakers']];
  if (least > most) {
    throw new ServiceError(
      'ERR_INVALID_PARAMETER',
      `diarization-minSpeakers: expected at most diarization-maxSpeakers, which is ${most}, got ${least}`,
    );
  }
  const place = {
    repository: values['diarization.repositoryUri'] || DEFAULT_REPOSITORY,
    scenario: values['diarization.scenario'] || DEFAULT_SCENARIO,
  };
  const userIds = [...new Set(values['diarization.users'])];
  return { enabled: values['diarization.enabled'], count: { least, most }, userIds, place };
}

/** Undefined where diarization is off; its other headers are checked all the same. */
export function readDiarization(
  headers: IncomingHttpHeaders,
  deployment: Config['deployment'],
): DiarizationCall | undefined {
  const { enabled, count, userIds, place } = readSpeakerHeaders(headers, deployment);
  if (!enabled) return undefined;
  return { count, users: userIds.length > 0 ? { userIds, place } : undefined };
}
