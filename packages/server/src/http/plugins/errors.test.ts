import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { type ErrorCode, ServiceError } from '../../errors/index.ts';
import { appForTest } from '../../testing/app-for-test.ts';
import { recordedLog } from '../../testing/recorded-log.ts';
import { errorStatus } from '../error-status.ts';

describe('what cannot be served', () => {
  it('is 404 for an unknown path, without the query in the message', async () => {
    const answer = await (await appForTest()).inject('/nowhere?secret=1');
    expect([answer.statusCode, answer.json()]).toEqual([
      404,
      { code: 'ERR_NOT_FOUND', message: 'nothing is served at "/nowhere"' },
    ]);
  });

  it('is 500 without a word about the cause, which is in the log under the id', async () => {
    const { log, lines } = recordedLog();
    const app = await appForTest({}, { log });
    app.get('/broken', () => {
      throw new Error('the database password is hunter2');
    });
    const answer = await app.inject('/broken');
    expect(answer.statusCode).toBe(500);
    expect(answer.json().code).toBe('ERR_INTERNAL');
    expect(answer.body).not.toMatch(/hunter2|stack|at /);
    const logged = lines.map((line) => JSON.parse(line)).find((line) => line.msg === 'request failed');
    expect(logged.id).toBe(answer.headers['x-request-id']);
    expect(logged.err.stack).toContain('hunter2');
  });

  it.each(Object.entries(errorStatus))('%s has its documented status', async (code, status) => {
    const app = await appForTest();
    app.get('/fails', () => {
      throw new ServiceError(code as ErrorCode, 'because');
    });
    const answer = await app.inject('/fails');
    expect([answer.statusCode, answer.json()]).toEqual([status, { code, message: 'because' }]);
  });
});

it('documents every error code', () => {
  const page = readFileSync(new URL('../../../../../docs/errors.md', import.meta.url), 'utf8');
  for (const [code, status] of Object.entries(errorStatus)) expect(page).toContain(`| ${code} | ${status} |`);
});
