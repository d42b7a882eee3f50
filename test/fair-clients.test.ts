import { afterAll, beforeAll, expect, it } from 'vitest';
import { recognize } from './support/recognize.ts';
import { startServer, type TestServer } from './support/server.ts';
import { fixture } from './support/speech.ts';
import { verify } from './support/verify.ts';

const OTHER = 'the-token-of-another-client-01234';
const GREEDY = 12;
const QUEUE = 5;

let server: TestServer;
beforeAll(async () => {
  server = await startServer({ LOCUTOR_TOKEN: OTHER, LOCUTOR_MAX_QUEUE: String(QUEUE) });
  await recognize(server, fixture('yes.flac'));
});
afterAll(() => server.stop());

const audio = fixture('digits.flac');
const headersOf = (token: string) => ({ headers: { authorization: `Bearer ${token}` } });

/** Twelve requests of one client: one runs, the others fill the queue or are refused. */
async function flood() {
  const statuses: number[] = [];
  const all = Array.from({ length: GREEDY }, async () => {
    statuses.push((await recognize(server, audio, headersOf(server.token))).status);
  });
  // The queue is full when the first are refused.
  await expect.poll(() => statuses.filter((status) => status === 503).length).toBeGreaterThan(0);
  return { statuses, all };
}

it.each([
  ['RECOGNIZE', () => recognize(server, audio, headersOf(OTHER))],
  ['VERIFY', () => verify(server, { user_ids: ['nobody'] }, [audio], headersOf(OTHER))],
])('%s of one client is served while the requests of another fill the queue', async (_name, ask) => {
  const { statuses, all } = await flood();
  const before = statuses.filter((status) => status === 200).length;
  const { status } = await ask();
  const during = statuses.filter((each) => each === 200).length - before;
  expect(status).toBe(200);
  // In one line, all that waited before it would have come first.
  expect(during).toBeLessThan(QUEUE - 1);
  await Promise.all(all);
  expect([...new Set(statuses)].sort()).toEqual([200, 503]);
});
