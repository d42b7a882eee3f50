import { beforeAll, describe, expect, it } from 'vitest';
import { type SharedServer, sharedServer } from './support/shared-server.ts';

let server: SharedServer;
beforeAll(async () => {
  server = await sharedServer();
});

interface Asking {
  readonly method?: string;
  readonly body?: string;
  readonly headers?: Record<string, string>;
}

async function ask(path: string, accept: string, { headers, ...how }: Asking = {}) {
  const answer = await fetch(server.url + path, { ...how, headers: { accept, ...headers } });
  return { status: answer.status, type: answer.headers.get('content-type'), text: await answer.text() };
}

const text = { method: 'POST', body: 'twenty two', headers: { 'content-type': 'text/plain' } };
const INTERPRET = '/asr/rest/v3/interpret';
const NUMBER = '?lm=builtin:grammar/number';

describe('Accept', () => {
  it.each([
    ['text/xml', 'text/xml'],
    ['text/*', 'text/xml'],
    ['TEXT/XML; charset=utf-8', 'text/xml'],
    ['application/xml;q=0.5, text/xml', 'text/xml'],
    ['text/xml, application/xml', 'application/xml'],
    ['application/xml', 'application/xml'],
    ['application/json;q=0.1, */*', 'application/xml'],
    ['text/xml;q=0.5, application/json', 'application/json'],
    ['*/*', 'application/json'],
  ])('%s is answered with %s, errors included', async (accept, type) => {
    const answers = await Promise.all([
      ask('/rest/v2/encoders', accept),
      ask('/tts/rest/v2/encoders', accept),
      ask(INTERPRET + NUMBER, accept, text),
      ask(`/asr-server/rest/interpret${NUMBER}`, accept, text),
      ask('/rest/v2/encoders', accept, { headers: { authorization: 'Bearer wrong' } }),
      ask(INTERPRET, accept, text),
      ask('/asr/rest/v3/recognize', accept, text),
      ask('/asr-server/rest/recognize', accept, { method: 'POST' }),
      ask(INTERPRET, accept, { method: 'DELETE' }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 401, 400, 415, 400, 405]);
    for (const answer of answers) {
      expect(answer.type).toBe(`${type}; charset=utf-8`);
      expect(answer.text.startsWith('<?xml')).toBe(type !== 'application/json');
    }
  });

  const json = { 'content-type': 'application/json' };
  it.each([
    ['GET', '/rest/v3/users', undefined],
    ['GET', '/rest/v3/users/ana', undefined],
    ['DELETE', '/rest/v3/users/ana', undefined],
    ['GET', '/rest/v3/scenarios', undefined],
    ['POST', '/rest/v3/scenarios', '{"scenario":"unread"}'],
    ['GET', '/rest/v3/scenarios/default', undefined],
    ['DELETE', '/rest/v3/scenarios/default', undefined],
    ['GET', '/rest/v3/repositories', undefined],
    ['POST', '/rest/v3/repositories', '{"repository_uri":"unread"}'],
    ['GET', '/rest/v3/repositories/default', undefined],
    ['DELETE', '/rest/v3/repositories/default', undefined],
    ['POST', '/rest/v3/verify', ''],
    ['POST', '/rest/v3/enroll', ''],
    ['GET', '/health/live', undefined],
    ['GET', '/health/ready', undefined],
  ])('%s %s is 406 where JSON is excluded, answered in JSON', async (method, path, body) => {
    const authorization = `Bearer ${server.token}`;
    const asking = { method, ...(body !== undefined && { body }), headers: { authorization, ...json } };
    for (const accept of ['application/xml', 'text/xml', 'application/json;q=0, */*']) {
      const answer = await ask(path, accept, asking);
      expect([answer.status, answer.type]).toEqual([406, 'application/json; charset=utf-8']);
      expect(JSON.parse(answer.text)).toEqual({
        code: 'ERR_NOT_ACCEPTABLE',
        message: `Accept is ${JSON.stringify(accept)}, but the answer is application/json`,
      });
    }
  });

  it('is looked at before anything is changed, and after the credentials', async () => {
    const authorization = `Bearer ${server.token}`;
    const headers = { authorization, ...json };
    const asking = { method: 'POST', body: '{"scenario":"changed"}', headers };
    expect((await ask('/rest/v3/scenarios', 'application/xml', asking)).status).toBe(406);
    expect((await ask('/rest/v3/scenarios/changed', '*/*', { headers })).status).toBe(404);
    const wrong = await ask('/rest/v3/users', 'application/xml', { headers: { authorization: 'Bearer no' } });
    expect([wrong.status, wrong.type]).toEqual([401, 'application/json; charset=utf-8']);
  });
});
