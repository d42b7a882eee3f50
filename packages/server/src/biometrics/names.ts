import { type Static, type TSchema, Type } from 'typebox';
import { readValue, text, visible } from '../fields/index.ts';
import type { Place } from '../store/index.ts';

/** Characters are counted as people count them. */
const KNOWN_NAME = /^[^\p{Cc}\p{Cs}]{1,256}$/u;
const NAME_WORDS = '1 to 256 characters without control characters';

export const DEFAULT_REPOSITORY = 'default';
export const DEFAULT_SCENARIO = 'default';

/** Clients and proxies take these out of a path, encoded or not, so nobody could ask for it. */
const isDots = (name: string) => name === '.' || name === '..';

/**
 * A name of something that is kept already: earlier versions took characters that nobody sees. Compared as it is: no
 * case is folded, no blank trimmed, nothing normalised.
 */
function known(what: string, options: object = {}) {
  return Type.Refine(
    Type.String({ minLength: 1, maxLength: 256, ...options }),
    (name) => !isDots(name) && KNOWN_NAME.test(name),
    (name) => (isDots(name) ? `${what} other than "." and ".."` : NAME_WORDS),
  );
}

/** For reading and deleting. */
export const knownUserIdField = known('a user id');
export const userIdField = visible(knownUserIdField);

/** An identifier in the form of an address. */
export const knownRepositoryField = known('an identifier', {
  default: DEFAULT_REPOSITORY,
  description: 'Identifier of the repository; the server never connects to it',
});
export const repositoryField = visible(knownRepositoryField);

export const scenarioField = text(
  /^[A-Za-z]\w{0,63}$/,
  '1 to 64 characters: a letter, then letters, digits and underscores',
  {
    pattern: '^[A-Za-z][A-Za-z0-9_]{0,63}$',
    default: DEFAULT_SCENARIO,
    description: 'Scenario of the repository',
  },
);

export const descriptionField = visible(
  text(/^[^\p{Cc}\p{Cs}]{0,200}$/u, 'at most 200 characters without control characters', {
    maxLength: 200,
    default: '',
  }),
);

/** Where the voices of a request are kept. */
export const placeMembers = {
  repository_uri: Type.Optional(repositoryField),
  scenario: Type.Optional(scenarioField),
};

/** The same for reading and deleting. */
export const knownPlaceMembers = { ...placeMembers, repository_uri: Type.Optional(knownRepositoryField) };

const knownPlace = Type.Object(knownPlaceMembers);

export function placeOf({ repository_uri, scenario }: Static<typeof knownPlace>): Place {
  return { repository: repository_uri ?? DEFAULT_REPOSITORY, scenario: scenario ?? DEFAULT_SCENARIO };
}

export function readPlace(value: unknown): Place {
  return placeOf(readValue(knownPlace, value, ''));
}

/** Readers of single values, for the command: they throw ERR_INVALID_PARAMETER that names the path. */
const reader =
  <Schema extends TSchema>(field: Schema) =>
  (value: unknown, path: string): Static<Schema> =>
    readValue(field, value, path);

export const knownUserId = reader(knownUserIdField);
export const knownRepository = reader(knownRepositoryField);
export const repositoryUri = reader(repositoryField);
export const scenarioName = reader(scenarioField);
export const description = reader(descriptionField);
