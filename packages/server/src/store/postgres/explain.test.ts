import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { explainPostgres } from './explain.ts';

const said = (message: string, code?: string) =>
  Object.assign(new Error(message), code === undefined ? {} : { code });

describe('explainPostgres', () => {
  it.each([
    [said('', 'ECONNREFUSED'), 'ERR_STORE_UNREACHABLE', 'cannot be reached: ECONNREFUSED.'],
    [said('timeout exceeded when trying to connect'), 'ERR_STORE_UNREACHABLE', 'timeout exceeded'],
    [said('Connection terminated unexpectedly'), 'ERR_STORE_UNREACHABLE', 'terminated'],
    [said('the database system is starting up', '57P03'), 'ERR_STORE_UNREACHABLE', 'starting up'],
    [said('sorry, too many clients already', '53300'), 'ERR_STORE_REFUSED', 'too many clients'],
    [said('could not extend file', '53100'), 'ERR_STORE_FULL', 'is full'],
    [
      said('cannot execute INSERT in a read-only transaction', '25006'),
      'ERR_STORE_NOT_WRITABLE',
      'read-only',
    ],
    [said('invalid byte sequence for encoding "UTF8": 0x00', '22021'), 'ERR_STORE_VALUE', 'NUL'],
    [said('canceling statement due to lock timeout', '55P03'), 'ERR_STORE_BUSY', 'is busy with other work'],
    [
      said('canceling statement due to statement timeout', '57014'),
      'ERR_STORE_BUSY',
      'is busy with other work',
    ],
    [said('relation "x" does not exist', '42P01'), 'ERR_STORE_FAILED', 'relation "x"'],
  ])('says what is wrong after %s', (error, code, words) => {
    const explained = explainPostgres(error, 'postgres://u@host/db');
    expect(explained.code).toBe(code);
    expect(explained.message).toContain(words);
  });

  it('drops the client that pg hangs on an error, and the password with it', () => {
    const error = Object.assign(said('terminating connection', '57P01'), { client: { password: 'hush' } });
    expect(inspect(explainPostgres(error, 'postgres://u@host/db'), { depth: 10 })).not.toContain('hush');
  });
});
