import { isAbsolute, resolve } from 'node:path';
import { StoreError } from './errors.ts';

export const DATABASE_SETTING = 'LOCUTOR_DATABASE_URL';

export type StoreLocation =
  | { readonly kind: 'sqlite'; readonly file: string }
  /** `shown` is the address without the password, for messages and logs. */
  | { readonly kind: 'postgres'; readonly url: string; readonly shown: string };

/**
 * Where a database URL points. A URL may hold a password, so no message here repeats it.
 *
 * @example
 * locateStore('sqlite:locutor.db', '/srv/locutor').file; // '/srv/locutor/locutor.db'
 */
export function locateStore(url: string | undefined, dataDir: string): StoreLocation {
  const text = url ?? 'sqlite:locutor.db';
  const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(text)?.[1]?.toLowerCase();
  switch (scheme) {
    case 'sqlite':
      return { kind: 'sqlite', file: sqliteFile(text.slice('sqlite:'.length), dataDir) };
    case 'postgres':
    case 'postgresql':
      return { kind: 'postgres', url: text, shown: shownPostgres(text) };
    default: {
      const received =
        scheme === undefined ? 'the value has no scheme' : `the value begins with "${scheme}:"`;
      throw refused(`must begin with "sqlite:" or "postgres:", but ${received}`);
    }
  }
}

function sqliteFile(path: string, dataDir: string): string {
  const file = path.startsWith('///') ? path.slice(2) : path;
  if (file === '') throw refused('names no file after "sqlite:"');
  if (file.startsWith('//')) {
    throw refused(`"sqlite:${path}" names a host; write sqlite:relative/path or sqlite:/absolute/path`);
  }
  if (/[?#\0]/.test(file)) throw refused(`"sqlite:${path}" may hold neither "?", "#" nor NUL`);
  if (file === ':memory:')
    throw refused('cannot be "sqlite::memory:", because every restart would lose all data');
  return isAbsolute(file) ? file : resolve(dataDir, file);
}

/**
 * An unescaped "/", "#", "?" or "@" in a password moves a piece of it into the port, path or query, from where
 * it would be printed. Such an address is refused, not guessed at.
 */
function shownPostgres(text: string): string {
  const hint = 'a "/", "#", "?" or "@" inside the user name or password must be percent-encoded';
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined) throw refused(`is not a valid postgres: address; ${hint}`);
  if (url.hash !== '' || url.search.includes('@') || !/^(\/[^/@]*)?$/.test(url.pathname)) {
    throw refused(`is not a valid postgres: address; ${hint}`);
  }
  const user = url.username === '' ? '' : `${url.username}@`;
  return `postgres://${user}${url.host}${url.pathname}`;
}

function refused(reason: string): StoreError {
  return new StoreError('ERR_STORE_SETTING', `${DATABASE_SETTING} ${reason}.`);
}
