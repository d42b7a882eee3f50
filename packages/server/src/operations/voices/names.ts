import type { Place } from '../../store/index.ts';
import { type Members, type Reader, text, wrong } from './members.ts';

/** Any characters but control characters and halves of surrogate pairs; counted as people count them. */
const NAME = /^[^\p{Cc}\p{Cs}]{1,256}$/u;
const NAME_WORDS = '1 to 256 characters without control characters';

export const DEFAULT_REPOSITORY = 'default';
export const DEFAULT_SCENARIO = 'default';

/** Compared as it is: no case is folded, no blank trimmed, nothing normalised. */
export const userId: Reader<string> = (value, path) => {
  // Clients and proxies take these out of a path, encoded or not, so nobody could ask for such a user.
  if (value === '.' || value === '..') throw wrong(path, 'a user id other than "." and ".."', value);
  return text(NAME, NAME_WORDS)(value, path);
};

/** An identifier in the form of an address; the server never connects to it. */
export const repositoryUri: Reader<string> = (value, path) => {
  if (value === '.' || value === '..') throw wrong(path, 'an identifier other than "." and ".."', value);
  return text(NAME, NAME_WORDS)(value, path);
};

export const scenarioName = text(
  /^[A-Za-z]\w{0,63}$/,
  '1 to 64 characters: a letter, then letters, digits and underscores',
);

export const description = text(
  /^[^\p{Cc}\p{Cs}]{0,200}$/u,
  'at most 200 characters without control characters',
);

/** Where the voices of a request are kept. */
export function takePlace(members: Members): Place {
  return {
    repository: members.take('repository_uri', repositoryUri) ?? DEFAULT_REPOSITORY,
    scenario: members.take('scenario', scenarioName) ?? DEFAULT_SCENARIO,
  };
}
