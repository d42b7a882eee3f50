import { join } from 'node:path';
import Libsql from 'libsql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AGENT } from './support/recognition-server.ts';
import { CURRENT, EARLIER, recognize } from './support/recognize.ts';
import { newFolder, startServer, type TestServer } from './support/server.ts';
import { type Bytes, fixture, samplesOf, silence, wav } from './support/speech.ts';
import { billing, locutor } from './support/verify.ts';

const folder = newFolder();
let server: TestServer;
let sentence: Float32Array;
beforeAll(async () => {
  server = await startServer({ LOCUTOR_MODELS_FETCH: 'start' }, folder);
  sentence = await samplesOf('sentence.flac');
});
afterAll(() => server.stop());

const DOTTED = 'license.manager.accountTag';
const HYPHENATED = 'license-manager-accountTag';
const billed = (tag: string) => billing(folder).filter(({ account_tag }) => account_tag === tag);
const recognizeAudio = async (audio: Bytes, headers: Record<string, string>, path = CURRENT) => {
  const { status, headers: answered } = await recognize(server, audio, { headers, path });
  return { status, transaction: answered.get('x-transaction-id') };
};
const interpret = async (text: string, headers: Record<string, string>) => {
  const form = new FormData();
  form.append('lm', new Blob([AGENT], { type: 'application/srgs' }));
  form.append('text', text);
  const answer = await fetch(`${server.url}/asr/rest/v3/interpret`, { method: 'POST', body: form, headers });
  return {
    status: answer.status,
    transaction: answer.headers.get('x-transaction-id'),
    text: await answer.text(),
  };
};

describe('RECOGNIZE', () => {
  it.each([
    [DOTTED, CURRENT],
    [HYPHENATED, CURRENT],
    [HYPHENATED, EARLIER],
  ])('with %s at %s is billed with its audio and speech', async (header, path) => {
    const tag = `${header === DOTTED ? 'dotted' : 'hyphenated'}${path === CURRENT ? '' : '-earlier'}`;
    const { status, transaction } = await recognizeAudio(wav(sentence), { [header]: tag }, path);
    expect([status, transaction]).toEqual([200, expect.stringMatching(/^[1-9]\d*$/)]);
    const [row, ...more] = billed(tag);
    expect([row, more]).toMatchObject([
      {
        transaction_id: transaction,
        operation: 'recognize',
        account_tag: tag,
        outcome: 'RECOGNIZED',
        repository: '',
        scenario: '',
        users: '',
        characters: '',
      },
      [],
    ]);
    expect(Math.abs(Number(row!.audio_ms) - sentence.length / 16)).toBeLessThan(2);
    expect(Number(row!.speech_ms)).toBeGreaterThan(2000);
    expect(Number(row!.speech_ms)).toBeLessThan(Number(row!.audio_ms));
  });

  it('of silence is billed as such', async () => {
    expect((await recognizeAudio(wav(silence(2)), { [HYPHENATED]: 'silence' })).status).toBe(200);
    expect(billed('silence')).toMatchObject([{ outcome: 'NO_SPEECH', audio_ms: '2000', speech_ms: '0' }]);
  });

  it('that is refused is not billed', async () => {
    const refused = await recognizeAudio(fixture('sentence.flac').subarray(0, 30) as Bytes, {
      [HYPHENATED]: 'refused',
    });
    expect(refused).toEqual({ status: 400, transaction: null });
    expect(billed('refused')).toEqual([]);
  });
});

describe('INTERPRET', () => {
  it.each([DOTTED, HYPHENATED])('with %s is billed with its characters', async (header) => {
    const tag = header === DOTTED ? 'text-dotted' : 'text-hyphenated';
    const text = 'I want to speak with an agent';
    const { status, transaction } = await interpret(text, { [header]: tag });
    expect(status).toBe(200);
    expect(billed(tag)).toMatchObject([
      {
        transaction_id: transaction,
        operation: 'interpret',
        outcome: 'RECOGNIZED',
        characters: String(text.length),
        audio_ms: '',
        speech_ms: '',
      },
    ]);
    const nothing = await interpret('naïve 👋', { [header]: `${tag}-2`, accept: 'application/xml' });
    expect(nothing.text).toContain('<result_status>NO_MATCH</result_status>');
    expect(billed(`${tag}-2`)).toMatchObject([{ outcome: 'NO_MATCH', characters: '7' }]);
  });
});

it('bills neither without the tag', async () => {
  const before = billing(folder).length;
  expect(await recognizeAudio(wav(sentence), {})).toEqual({ status: 200, transaction: null });
  expect(await interpret('hello', {})).toMatchObject({ status: 200, transaction: null });
  expect(billing(folder)).toHaveLength(before);
});

it('answers 503 where the record cannot be kept, in the form that was asked for', async () => {
  const database = new Libsql(join(folder, 'data', 'locutor.db'));
  database.exec('begin immediate');
  const asked = await interpret('hello', { [HYPHENATED]: 'locked', accept: 'application/xml' });
  const recognized = await recognizeAudio(wav(sentence), { [HYPHENATED]: 'locked' });
  const untagged = await interpret('hello', {});
  database.exec('rollback');
  database.close();
  expect([asked.status, recognized.status, untagged.status]).toEqual([503, 503, 200]);
  expect(asked.text).toContain('<code>ERR_STORE_UNAVAILABLE</code>');
  expect(billed('locked')).toEqual([]);
});

it('sums up by account and operation', async () => {
  await interpret('hello', { [HYPHENATED]: 'sum' });
  await recognizeAudio(wav(sentence), { [HYPHENATED]: 'sum' });
  const { stdout } = locutor(['billing', '--account-tag', 'sum'], folder);
  expect(stdout).toMatch(/^account tag +operation +operations +users +audio s +speech s +characters$/m);
  expect(stdout).toMatch(/^sum +interpret +1 +0 +0\.0 +0\.0 +5$/m);
  expect(stdout).toMatch(/^sum +recognize +1 +0 +\d\.\d +\d\.\d +0$/m);
});
