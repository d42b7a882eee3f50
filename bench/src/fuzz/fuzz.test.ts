import { describe, expect, it } from 'vitest';
import { isComplete, isWhole } from './exchange.ts';
import { problemOf } from './judge.ts';
import { makeCase } from './make-case.ts';
import { minimise } from './minimise.ts';

const over = (text: string) => ({ received: Buffer.from(text), end: 'over' as const });
const head = (status: string, ...fields: string[]) =>
  over([`HTTP/1.1 ${status}`, 'x-request-id: a', ...fields, '', '{}'].join('\r\n'));
const SENT = Buffer.from('GET / HTTP/1.1\r\n\r\n');

describe('cases', () => {
  it('are the same for the same seed, and others for another', () => {
    const bytes = (seed: number) =>
      Array.from({ length: 50 }, (_, index) => makeCase(seed, index, []).bytes.toString('base64'));
    expect(bytes(1)).toEqual(bytes(1));
    expect(bytes(1)).not.toEqual(bytes(2));
    expect(new Set(bytes(1)).size).toBeGreaterThan(45);
  });
});

describe('an answer', () => {
  it.each([
    ['200', head('200 OK'), undefined],
    ['501', head('501 Not Implemented'), undefined],
    ['503 with Retry-After', head('503 Busy', 'retry-after: 1'), undefined],
    ['503 without', head('503 Busy'), '503 without Retry-After'],
    ['500', head('500 Oops'), 'status 500'],
    ['no request id', over('HTTP/1.1 200 OK\r\na: b\r\n\r\n'), 'status 200 without X-Request-Id'],
    ['something else', over('hello'), 'not HTTP: hello'],
    ['nothing', over(''), 'closed without an answer'],
    ['no end', { received: Buffer.alloc(0), end: 'silent' as const }, 'no end of the answer in time'],
  ])('that is %s', (_what, answer, problem) => {
    expect(problemOf('query', SENT, answer)).toBe(problem);
  });

  it('to a second request on the connection counts, too', () => {
    const both = Buffer.concat([head('200 OK').received, head('500 Oops').received]);
    expect(problemOf('bytes', SENT, { received: both, end: 'over' })).toBe('status 500');
  });

  it('to audio must not be FAILURE', () => {
    const answer = over('HTTP/1.1 200 OK\r\nx-request-id: a\r\n\r\n[{"result_status":"FAILURE"}]');
    expect(problemOf('audio', SENT, answer)).toBe('an engine process failed');
    expect(problemOf('grammar', SENT, answer)).toBe(undefined);
  });
});

it.each([
  ['GET / HTTP/1.1\r\n\r\n', true],
  ['GET / HTTP/1.1\r\n', false],
  ['POST / HTTP/1.1\r\ncontent-length: 3\r\n\r\nab', false],
  ['POST / HTTP/1.1\r\nContent-Length: 3\r\n\r\nabc', true],
  ['POST / HTTP/1.1\r\ntransfer-encoding: chunked\r\n\r\n1\r\na\r\n', false],
  ['POST / HTTP/1.1\r\ntransfer-encoding: chunked\r\n\r\n1\r\na\r\n0\r\n\r\n', true],
])('%j is complete: %s', (text, complete) => {
  expect(isComplete(Buffer.from(text))).toBe(complete);
});

it.each([
  ['HTTP/1.1 200 OK\r\n', 'GET', false],
  ['HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{', 'GET', false],
  ['HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}', 'GET', true],
  ['HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n', 'HEAD', true],
  ['HTTP/1.1 204 No Content\r\nx-request-id: a\r\n\r\n', 'DELETE', true],
  ['HTTP/1.1 100 Continue\r\n\r\n', 'POST', false],
  ['HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\ncontent-length: 1\r\n\r\n1', 'POST', true],
  ['HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n1\r\na\r\n', 'GET', false],
  ['HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n2\r\na0\r\n', 'GET', false],
  ['HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n1\r\na\r\n0\r\n\r\n', 'GET', true],
  ['HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n', 'GET', true],
])('%j to a %s is whole: %s', (answer, method, whole) => {
  expect(isWhole(Buffer.from(answer), Buffer.from(`${method} / HTTP/1.1\r\n\r\n`))).toBe(whole);
});

it('minimises to what makes a case fail', async () => {
  const bytes = Buffer.from(`${'x'.repeat(500)}bad${'y'.repeat(300)}`);
  const least = await minimise(bytes, async (less) => less.includes('bad'));
  expect(least.toString()).toBe('bad');
});
