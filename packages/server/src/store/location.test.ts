import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { StoreError } from './errors.ts';
import { locateStore } from './location.ts';

describe('locateStore', () => {
  it.each([
    [undefined, '/data/locutor.db'],
    ['sqlite:locutor.db', '/data/locutor.db'],
    ['sqlite:./sub/a.db', '/data/sub/a.db'],
    ['sqlite:/srv/a b.db', '/srv/a b.db'],
    ['SQLite:///srv/a.db', '/srv/a.db'],
  ])('takes %s for the file %s', (url, file) => {
    expect(locateStore(url, '/data')).toEqual({ kind: 'sqlite', file });
  });

  it.each([
    ['postgres://u:secret@db.example:5433/voices', 'postgres://u@db.example:5433/voices'],
    ['postgresql://db.example/voices?sslmode=verify-full', 'postgres://db.example/voices'],
    ['postgres://u@db/voices?password=secret', 'postgres://u@db/voices'],
    ['postgres:///voices?host=/run/postgresql', 'postgres:///voices'],
  ])('shows %s as %s', (url, shown) => {
    expect(locateStore(url, '/data')).toEqual({ kind: 'postgres', url, shown });
  });

  it.each([
    ['', 'no scheme'],
    ['locutor.db', 'no scheme'],
    ['mysql://u:secret@host/db', '"mysql:"'],
    ['https://host/db', '"https:"'],
    ['sqlite:', 'no file'],
    ['sqlite://host/a.db', 'names a host'],
    ['sqlite::memory:', 'every restart'],
    ['sqlite:a.db?mode=ro', '"?"'],
    ['postgres://u:p#secret@host/db', 'percent-encoded'],
    ['postgres://u:12#secret@host/db', 'percent-encoded'],
    ['postgres://u:12/secret@host/db', 'percent-encoded'],
    ['postgres://u:12?secret@host/db', 'percent-encoded'],
    ['postgres://[', 'percent-encoded'],
  ])('refuses %j, naming the setting and the reason', (url, reason) => {
    expect(() => locateStore(url, '/data')).toThrow(StoreError);
    expect(() => locateStore(url, '/data')).toThrow(/^LOCUTOR_DATABASE_URL /);
    expect(() => locateStore(url, '/data')).toThrow(reason);
  });

  it('never shows any part of a password', () => {
    const password = fc.stringMatching(/^[!-~]{0,3}Zq7Zq[!-~]{0,3}$/);
    fc.assert(
      fc.property(password, fc.constantFrom('postgres:', 'mysql:', 'redis:'), (secret, scheme) => {
        const url = `${scheme}//user:${secret}@host:5432/db`;
        let seen = '';
        try {
          const location = locateStore(url, '/data');
          seen = location.kind === 'postgres' ? location.shown : '';
        } catch (error) {
          seen = (error as Error).message;
        }
        expect(seen).not.toContain('Zq7');
        expect(seen).not.toContain('7Zq');
      }),
    );
  });
});
