import type { IncomingHttpHeaders } from 'node:http';
import { Type } from 'typebox';
import type { Config } from '../../../config/index.ts';
import { ServiceError } from '../../../errors/index.ts';
import type { Place } from '../../../store/index.ts';
import { flag, integer, parameter } from '../../parameters/declarations.ts';
import type { Kind } from '../../parameters/kind.ts';
import { parameterReader } from '../../parameters/read.ts';
import { MAX_USERS } from '../../verify/request.ts';
import type { Reader } from '../../voices/members.ts';
import {
  DEFAULT_REPOSITORY,
  DEFAULT_SCENARIO,
  repositoryUri,
  scenarioName,
  userId,
} from '../../voices/names.ts';

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

/** The headers of diarization; the current variant has them. */
export const diarizationParameters = {
  'diarization.enabled': parameter(flag, false, 'find out who speaks: segments and words name their speaker'),
  'diarization.minSpeakers': parameter(integer(1, MOST_SPEAKERS), 1, 'there are at least so many speakers'),
  'diarization.maxSpeakers': parameter(
    integer(1, MOST_SPEAKERS),
    MOST_SPEAKERS,
    'there are at most so many speakers',
  ),
  'diarization.users': parameter<readonly string[]>(
    users(),
    [],
    `enrolled users to look for among the speakers: 1 to ${MAX_USERS} ids, percent-encoded, separated by commas; needs credentials for verify`,
  ),
  'diarization.repositoryUri': parameter(
    encoded(repositoryUri, 'a repository, percent-encoded'),
    '',
    'repository in which the users are enrolled; the default repository without it',
  ),
  'diarization.scenario': parameter(
    encoded(scenarioName, 'a scenario'),
    '',
    'scenario in which the users are enrolled; the default scenario without it',
  ),
};

const read = parameterReader(diarizationParameters);

/** Undefined where diarization is off; its other headers are checked all the same. */
export function readDiarization(
  headers: IncomingHttpHeaders,
  deployment: Config['deployment'],
): DiarizationCall | undefined {
  const values = read(headers, deployment);
  const [least, most] = [values['diarization.minSpeakers'], values['diarization.maxSpeakers']];
  if (least > most) {
    throw new ServiceError(
      'ERR_INVALID_PARAMETER',
      `diarization-minSpeakers: expected at most diarization-maxSpeakers, which is ${most}, got ${least}`,
    );
  }
  if (!values['diarization.enabled']) return undefined;
  const userIds = [...new Set(values['diarization.users'])];
  const place = {
    repository: values['diarization.repositoryUri'] || DEFAULT_REPOSITORY,
    scenario: values['diarization.scenario'] || DEFAULT_SCENARIO,
  };
  return { count: { least, most }, users: userIds.length > 0 ? { userIds, place } : undefined };
}

/** Header values are ASCII; names may be anything. */
function encoded(reader: Reader<string>, expected: string): Kind<string> {
  return {
    expected,
    schema: Type.String,
    parse(text) {
      try {
        return reader(decodeURIComponent(text), '');
      } catch {
        return undefined;
      }
    },
  };
}

function users(): Kind<readonly string[]> {
  const one = encoded(userId, 'a user id');
  const idsIn = (text: string) => text.split(',').map((each) => each.trim());
  return {
    expected: `1 to ${MAX_USERS} user ids, percent-encoded and separated by commas`,
    schema: Type.String,
    parse(text) {
      const ids = idsIn(text).map((each) => one.parse(each));
      return ids.length <= MAX_USERS && ids.every((id) => id !== undefined) ? ids : undefined;
    },
    wrong: (text) => idsIn(text).find((each) => one.parse(each) === undefined),
  };
}
