import { StoreError } from '../errors.ts';
import type { Place } from './types.ts';

/** In characters. All three together at four bytes each still fit an index entry of PostgreSQL, 2,704 bytes. */
export const MAX_USER_ID = 256;
export const MAX_REPOSITORY = 256;
export const MAX_SCENARIO = 64;
const MAX_NOTE = 2_000;

export function checkPlace({ repository, scenario }: Place): void {
  checkRepository(repository);
  check('A scenario', scenario, 1, MAX_SCENARIO);
}

export function checkRepository(repository: string): void {
  check('A repository', repository, 1, MAX_REPOSITORY);
}

export function checkUserId(userId: string): void {
  check('A user id', userId, 1, MAX_USER_ID);
}

/** A description or a consent note. */
export function checkNote(what: string, note: string): void {
  check(what, note, 0, MAX_NOTE);
}

/** Unpaired surrogates are refused too: in UTF-8 they all become the same character, and two names would be one. */
function check(what: string, text: string, min: number, max: number): void {
  const length = text.length > 2 * max ? text.length : [...text].length;
  if (length < min || length > max) {
    throw new StoreError('ERR_STORE_VALUE', `${what} has ${min} to ${max} characters, not ${length}.`);
  }
  if (/[\0\p{Cs}]/u.test(text)) {
    throw new StoreError(
      'ERR_STORE_VALUE',
      `${what} must not contain a NUL character or half a surrogate pair.`,
    );
  }
}
