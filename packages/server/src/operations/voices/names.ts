import { hasHidden } from '../../hidden-characters.ts';
import type { Place } from '../../store/index.ts';
import { type Members, type Reader, text, wrong } from './members.ts';

/** Characters are counted as people count them. */
const KNOWN_NAME = /^[^\p{Cc}\p{Cs}]{1,256}$/u;
const NAME_WORDS = '1 to 256 characters without control characters';
export const VISIBLE_WORDS =
  'no characters that are invisible or change the direction of writing (control, format and separator characters)';

export const DEFAULT_REPOSITORY = 'default';
export const DEFAULT_SCENARIO = 'default';

/** A name of something that is kept already: earlier versions took characters that nobody sees. */
function known(what: string): Reader<string> {
  return (value, path) => {
    // Clients and proxies take these out of a path, encoded or not, so nobody could ask for it.
    if (value === '.' || value === '..') throw wrong(path, `${what} other than "." and ".."`, value);
    return text(KNOWN_NAME, NAME_WORDS)(value, path);
  };
}

/** A text whose every character can be seen: nobody can pass for another by one that cannot. */
export function visible(read: Reader<string>): Reader<string> {
  return (value, path) => {
    const name = read(value, path);
    if (hasHidden(name)) throw wrong(path, VISIBLE_WORDS, value);
    return name;
  };
}

/** For reading and deleting; compared as it is: no case is folded, no blank trimmed, nothing normalised. */
export const knownUserId = known('a user id');
export const userId = visible(knownUserId);

/** An identifier in the form of an address; the server never connects to it. */
export const knownRepository = known('an identifier');
export const repositoryUri = visible(knownRepository);

export const scenarioName = text(
  /^[A-Za-z]\w{0,63}$/,
  '1 to 64 characters: a letter, then letters, digits and underscores',
);

export const description = visible(
  text(/^[^\p{Cc}\p{Cs}]{0,200}$/u, 'at most 200 characters without control characters'),
);

/** The same for text of several lines, which may have tabs and line ends. */
export function visibleLines(read: Reader<string>): Reader<string> {
  return (value, path) => {
    const lines = read(value, path);
    if (hasHidden(lines.replace(/[\t\n\r]/g, ''))) throw wrong(path, VISIBLE_WORDS, value);
    return lines;
  };
}

/** Where the voices of a request are kept. */
export function takePlace(members: Members, repository: Reader<string> = repositoryUri): Place {
  return {
    repository: members.take('repository_uri', repository) ?? DEFAULT_REPOSITORY,
    scenario: members.take('scenario', scenarioName) ?? DEFAULT_SCENARIO,
  };
}
