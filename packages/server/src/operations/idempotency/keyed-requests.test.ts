import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { plainVoices } from '../../biometrics/testing/plain-voices.ts';
import { openStore, type Store, StoreError } from '../../store/index.ts';
import { appForTest } from '../../testing/app-for-test.ts';
import { FORM_TYPE, formOf } from '../../testing/plain-server.ts';
import { switchedSynthesis } from '../synthesize/testing.ts';

const TAG = 'license-manager-accounttag';
const RECOGNIZE = '/asr/rest/v3/recognize?lm=builtin:slm/en';
const SPEECH = '/rest/v2/synthesize';

let folder: string;
let store: Store;
let app: FastifyInstance;
/** What the recogniser does next, and how often it was asked. */
let recognize = async () => 'recognized' as 'recognized' | 'failure';
let recognitions = 0;
const speech = switchedSynthesis();
/** Whether the answer to the next COMMIT is lost. */
let losesCommit = false;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'locutor-keyed-'));
  store = await openStore(undefined, { dataDir: folder, log: { warn: () => {} } });
  const { biometrics } = store;
  const record: typeof biometrics.record = async (...sent) => {
    const id = await biometrics.record(...sent);
    if (!losesCommit) return id;
    losesCommit = false;
    throw new StoreError('ERR_STORE_UNCERTAIN', 'The connection was lost.', { transactionId: id });
  };
  const losing = new Proxy(biometrics, {
    get: (target, name) => {
      const value = name === 'record' ? record : Reflect.get(target, name);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
  app = await appForTest(
    {},
    {
      voices: { ...plainVoices(), biometrics: losing, audit: store.records },
      billing: store.records,
      answers: store.answers,
      jobs: store.jobs,
      synthesis: speech.synthesis,
      recognition: {
        emotion: { installed: () => false },
        recognizer: {
          async recognize() {
            recognitions += 1;
            const status = await recognize();
            return [{ status, start: 0, end: recognitions, alternatives: [], bound: [] }];
          },
        },
        diarizer: { diarize: async () => ({ turns: [], voices: [] }) },
        models: { ready: async () => {} },
        traits: plainVoices().traits as never,
        admits: () => true,
      },
    },
  );
});
afterAll(async () => {
  await app.close();
  await store.close();
  await rm(folder, { recursive: true, force: true });
});

async function sent(url: string, payload: string | Buffer, headers: Record<string, string>) {
  const answer = await app.inject({
    method: 'POST',
    url,
    payload,
    headers: { authorization: 'Bearer good-token', 'content-type': 'audio/wav', ...headers },
  });
  const { statusCode: status, body, trailers } = answer;
  const transaction = answer.headers['x-transaction-id'] ?? trailers['x-transaction-id'];
  return { status, body, transaction, replayed: answer.headers['idempotent-replayed'] };
}

type Sent = Awaited<ReturnType<typeof sent>>;
const again = (first: Sent) => ({ ...first, replayed: 'true' });
const newKey = () => ({ 'idempotency-key': randomUUID() });
const paid = () => ({ ...newKey(), [TAG]: 'acme' });
const bills = async () => {
  let count = 0;
  for await (const _ of store.records.billing({})) count += 1;
  return count;
};

/** A form with a boundary of its own, as each attempt of a client has one. */
function voices(path: string, request: object, audios: readonly string[], headers: Record<string, string>) {
  const parts = [
    { name: 'enroll', type: 'application/json', content: JSON.stringify(request) },
    ...audios.map((content) => ({ name: 'audio', type: 'audio/wav', content })),
  ];
  const boundary = `b-${randomUUID()}`;
  const swap = (text: string) => text.replaceAll('a-boundary-of-tests', boundary);
  return sent(path, swap(formOf(parts).toString()), { 'content-type': swap(FORM_TYPE), ...headers });
}
const VERIFY = '/rest/v3/verify';
const ENROLL = '/rest/v3/enroll';

describe('a voice request that is repeated with its key', () => {
  it('is an enrolment once: the same answer, one bill and one utterance', async () => {
    const before = await bills();
    const key = newKey();
    const enrol = () => voices(ENROLL, { user_id: 'ana' }, ['ana:3000'], key);
    const first = await enrol();
    expect([first.status, first.replayed]).toEqual([201, undefined]);
    expect(await enrol()).toEqual(again(first));
    expect((await bills()) - before).toBe(1);
    expect(
      (await store.biometrics.user({ repository: 'default', scenario: 'default' }, 'ana'))?.utterances,
    ).toBe(1);
  });

  it('is a verification once, also one that failed and was billed', async () => {
    const before = await bills();
    for (const [audio, status] of [
      ['ana:3000', 200],
      ['ana:100', 422],
    ] as const) {
      const key = newKey();
      const ask = () => voices(VERIFY, { user_ids: ['ana'] }, [audio], key);
      const first = await ask();
      expect([first.status, JSON.parse(first.body).transaction_id]).toEqual([status, first.transaction]);
      expect(await ask()).toEqual(again(first));
    }
    expect((await bills()) - before).toBe(2);
  });

  it('is known by as much of its audio as the first was read of', async () => {
    const key = newKey();
    const configuration = { max_utterances: 1, max_constraint_behavior: 'abort' };
    const ask = (...audios: string[]) => voices(VERIFY, { user_ids: ['ana'], configuration }, audios, key);
    const first = await ask('ana:3000 ana:3000', 'ana:1000');
    expect(JSON.parse(first.body).code).toBe('ERR_MAX_UTTERANCES');
    expect(await ask('ana:3000 ana:3000', 'ana:1000')).toEqual(again(first));
    expect(JSON.parse((await ask('ana:2000 ana:3000', 'ana:1000')).body).code).toBe('ERR_IDEMPOTENCY_KEY');
  });

  it('is answered although the answer to COMMIT was lost', async () => {
    const before = await bills();
    const ask = (key: Record<string, string>) => voices(VERIFY, { user_ids: ['ana'] }, ['ana:3000'], key);
    losesCommit = true;
    expect(await ask({})).toMatchObject({ status: 503 });
    losesCommit = true;
    expect(await ask(newKey())).toMatchObject({ status: 200 });
    expect((await bills()) - before).toBe(2);
  });
});

describe('an Idempotency-Key', () => {
  it.each([
    ['another audio', VERIFY, ['ana:3001']],
    ['one audio more', VERIFY, ['ana:3000', 'ana:3000']],
    ['another operation', ENROLL, ['ana:3000']],
  ])('is refused with %s', async (_what, path, audios) => {
    const key = newKey();
    await voices(VERIFY, { user_ids: ['ana'] }, ['ana:3000'], key);
    const before = await bills();
    const other = await voices(path, { user_ids: ['ana'] }, audios, key);
    expect([other.status, JSON.parse(other.body).code]).toEqual([422, 'ERR_IDEMPOTENCY_KEY']);
    expect(await bills()).toBe(before);
  });

  it('is free again after a failure that billed nothing', async () => {
    const key = newKey();
    const ask = (audio: string) => voices(VERIFY, { user_ids: ['ana'] }, [audio], key);
    expect((await ask('???')).status).toBe(400);
    expect(await ask('ana:3000')).toMatchObject({ status: 200, replayed: undefined });
  });

  it('belongs to its client', async () => {
    const headers = paid();
    const [one, other] = [
      await sent(RECOGNIZE, 'audio', headers),
      await sent(RECOGNIZE, 'audio', { ...headers, authorization: 'Bearer recognize-token' }),
    ];
    expect([other.status, other.replayed]).toEqual([200, undefined]);
    expect(other.transaction).not.toBe(one.transaction);
  });

  it.each(['', 'x'.repeat(256), 'schlüssel', 'a\tb'])('is not %j', async (key) => {
    const headers = { 'idempotency-key': key };
    for (const [url, type] of [
      [RECOGNIZE, 'audio/wav'],
      ['/asr/rest/v3/jobs?lm=builtin:slm/en', 'audio/wav'],
      [VERIFY, FORM_TYPE],
      [SPEECH, 'application/json'],
    ] as const) {
      const { status, body } = await sent(url, 'x', { ...headers, 'content-type': type });
      expect([status, JSON.parse(body).code], url).toEqual([400, 'ERR_INVALID_PARAMETER']);
    }
  });
});

describe('a recognition with a key and an account', () => {
  it('gives the first results again, in whichever form', async () => {
    const headers = paid();
    const first = await sent(RECOGNIZE, 'audio', headers);
    const [before, asked] = [await bills(), recognitions];
    expect(await sent(RECOGNIZE, 'audio', headers)).toEqual(again(first));
    const xml = await sent(RECOGNIZE, 'audio', { ...headers, accept: 'application/xml' });
    expect(xml.body).toContain('<result_status>');
    const events = await sent(RECOGNIZE, 'audio', { ...headers, accept: 'text/event-stream' });
    expect(events.body).toContain(`"transaction_id":"${first.transaction}"`);
    expect(events.body.match(/^event: segment$/gm)).toHaveLength(1);
    expect([await bills(), recognitions]).toEqual([before, asked]);
    expect((await sent(`${RECOGNIZE}&lm=builtin:slm/pt`, 'audio', headers)).status).toBe(422);
  });

  it('has its repeats wait for it', async () => {
    const headers = paid();
    const before = recognitions;
    let finish = () => {};
    const held = new Promise<void>((resolve) => {
      finish = resolve;
    });
    recognize = async () => {
      await held;
      return 'recognized';
    };
    const all = [1, 2, 3].map(() => sent(RECOGNIZE, 'audio', headers));
    await expect.poll(() => recognitions).toBeGreaterThan(before);
    finish();
    const answers = await Promise.all(all);
    const bodies = new Set(answers.map(({ transaction, body }) => `${transaction} ${body}`));
    expect([bodies.size, recognitions - before]).toEqual([1, 1]);
  });

  it('leaves the work to a repeat where it failed', async () => {
    const headers = paid();
    const before = [await bills(), recognitions] as const;
    recognize = async () => (recognitions === before[1] + 1 ? 'failure' : 'recognized');
    const answers = await Promise.all([1, 2].map(() => sent(RECOGNIZE, 'audio', headers)));
    expect(answers.map(({ transaction }) => transaction !== undefined).sort()).toEqual([false, true]);
    expect([await bills(), recognitions]).toEqual([before[0] + 1, before[1] + 2]);
    recognize = async () => 'recognized';
  });

  it('is refused where its body is recognised while it arrives', async () => {
    const headers = { ...paid(), accept: 'text/event-stream', 'transfer-encoding': 'chunked' };
    const { status, body } = await sent(RECOGNIZE, 'audio', headers);
    expect([status, body]).toEqual([400, expect.stringContaining('Content-Length')]);
  });

  it('is done again for each repeat without an account, which nobody pays for', async () => {
    const before = recognitions;
    const key = newKey();
    for (const body of ['audio', 'other']) {
      expect(await sent(RECOGNIZE, body, key)).toMatchObject({ status: 200, replayed: undefined });
    }
    expect(recognitions - before).toBe(2);
  });
});

describe('billed once for a key, and done again', () => {
  const cases: [string, string, string, Record<string, string>][] = [
    [
      'a synthesis',
      SPEECH,
      '{"text":"one two"}',
      { 'content-type': 'application/json', 'x-account-tag': 'a' },
    ],
    [
      'one below /v1',
      '/v1/audio/speech',
      '{"model":"tts-1","voice":"alloy","input":"one two"}',
      { 'content-type': 'application/json', 'x-account-tag': 'a' },
    ],
    [
      'an interpretation',
      '/asr/rest/v3/interpret?lm=builtin:grammar/boolean',
      'yes',
      { 'content-type': 'text/plain', [TAG]: 'a' },
    ],
  ];
  it.each(cases)('is %s', async (_what, url, body, headers) => {
    const key = newKey();
    const before = await bills();
    const first = await sent(url, body, { ...headers, ...key });
    expect(first).toMatchObject({ status: 200, transaction: expect.stringMatching(/^\d+$/) });
    expect(await sent(url, body, { ...headers, ...key })).toEqual(first);
    const other = await sent(url, body.replace(/two|yes/, 'no'), { ...headers, ...key });
    expect([other.status, other.body]).toEqual([422, expect.stringContaining('Idempotency-Key')]);
    expect((await bills()) - before).toBe(1);
  });
});

it('a job that is submitted again is the same job, until another body comes', async () => {
  const url = '/asr/rest/v3/jobs?lm=builtin:slm/en';
  const key = newKey();
  const first = await sent(url, 'audio', key);
  expect([first.status, first.replayed]).toEqual([202, undefined]);
  expect(await sent(url, 'audio', key)).toEqual(again(first));
  expect((await sent(url, 'other', key)).status).toBe(422);
  const anonymous = { ...key, authorization: '' };
  expect(await sent(url, 'audio', anonymous)).toMatchObject({ status: 401 });
});
