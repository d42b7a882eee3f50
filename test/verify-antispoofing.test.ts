import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { decodeAudio, joinSamples } from '@locutor/audio';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newFolder, root, startServer, type TestServer } from './support/server.ts';
import { au, type Bytes, fixture, halved, samplesOf, ulaw, wav } from './support/speech.ts';
import { enroll, locutor, type Verification, verify } from './support/verify.ts';

/** Thresholds that any score passes, so that these tests are about what follows from a score. */
const LOWEST = -100;
const HIGHEST = 100;

let long: Bytes;
let short: Bytes;
const servers: TestServer[] = [];

async function serve(env: NodeJS.ProcessEnv, folder = newFolder()): Promise<TestServer> {
  const server = await startServer(env, folder);
  servers.push(server);
  await enroll(server, { user_id: 'ana' }, [long]);
  return server;
}

async function decisions(server: TestServer, audio: Bytes, configuration: object = {}, threshold?: number) {
  const request = {
    user_ids: ['ana'],
    ...(threshold !== undefined && { min_verification_score: threshold }),
    configuration,
  };
  const { status, body } = await verify(server, request, [audio]);
  expect([status, body.code]).toEqual([200, undefined]);
  const [{ decision, detail }] = (body as Verification).results as [Verification['results'][0]];
  return [decision, detail.biometric_decision, detail.antispoofing_decision];
}

beforeAll(async () => {
  const voiced = async (name: string) => (await samplesOf(name)).slice(0.4 * 16_000, -0.4 * 16_000);
  const parts = await Promise.all(['sentence.flac', 'pizza.opus', 'date.opus'].map(voiced));
  long = wav(joinSamples(parts));
  short = wav(parts[0]!);
});
afterAll(async () => {
  for (const server of servers) await server.stop();
});

describe('a server that detects fraud in everything', () => {
  const folder = newFolder();
  let server: TestServer;
  beforeAll(async () => {
    const thresholds = {
      LOCUTOR_ANTISPOOFING_REJECT_THRESHOLD: `${LOWEST}`,
      LOCUTOR_ANTISPOOFING_ACCEPT_THRESHOLD: `${LOWEST}`,
    };
    server = await serve(thresholds, folder);
  });

  it('rejects, whatever the voice says', async () => {
    expect(await decisions(server, long, {}, -1)).toEqual(['REJECTED', 'ACCEPTED', 'REJECTED']);
    expect(await decisions(server, long, {}, 1)).toEqual(['REJECTED', 'REJECTED', 'REJECTED']);
    expect(await decisions(server, long)).toEqual(['REJECTED', 'UNDECIDED', 'REJECTED']);
  });

  it('decides nothing with less than three seconds of speech', async () => {
    expect(await decisions(server, short, {}, -1)).toEqual(['ACCEPTED', 'ACCEPTED', 'UNDECIDED']);
  });

  it('says UNDECIDED of a user who is not enrolled', async () => {
    const { body } = await verify(server, { user_ids: ['nobody'] }, [long]);
    expect(body.results[0]).toMatchObject({
      decision: 'UNDECIDED',
      detail: { biometric_decision: 'UNDECIDED', antispoofing_decision: 'UNDECIDED' },
    });
  });

  it('cannot be relaxed by a request', async () => {
    const refused = [
      { antispoofing_detection: false },
      { antispoofing_reject_threshold: 1 },
      { antispoofing_accept_threshold: 0 },
      { antispoofing_reject_threshold: 'high' },
      { antispoofing_reject_threshold: -101 },
      { antispoofing_reject_threshold: -5, antispoofing_accept_threshold: 5 },
      { antispoofing_detection: 'no' },
    ];
    for (const configuration of refused) {
      const { status, body } = await verify(server, { user_ids: ['ana'], configuration }, [long]);
      expect([status, body.code, configuration]).toEqual([400, 'ERR_INVALID_PARAMETER', configuration]);
      expect(body.message).toContain('configuration.antispoofing_');
    }
  });

  it('writes the score to the audit log and nowhere else, and counts decisions', async () => {
    const audit = locutor(['audit', '--csv', '--action', 'verify'], folder).stdout.trim().split(/\r?\n/);
    expect(audit[0]).toMatch(/,antispoofing_score$/);
    const scores = audit.slice(1).map((line) => line.split(',').at(-1)!);
    expect(scores.filter((score) => /^-?\d+(\.\d{1,4})?$/.test(score)).length).toBeGreaterThanOrEqual(4);
    const json = locutor(['audit', '--json', '--user', 'ana'], folder).stdout.trim().split('\n');
    const entries = json.map((line) => JSON.parse(line));
    const verified = entries.find(({ action, outcome }) => action === 'verify' && outcome === 'REJECTED');
    expect(verified.antispoofingScore).toEqual(expect.any(Number));
    expect(entries.find(({ action }) => action === 'enroll')).not.toHaveProperty('antispoofingScore');
    expect(server.log()).not.toContain('antispoofing');
    const metrics = await (await fetch(`${server.url}/metrics`)).text();
    const counted = (decision: string) =>
      Number(
        new RegExp(`antispoofing_decisions_total{decision="${decision}"} (\\d+)`).exec(metrics)?.[1] ?? 0,
      );
    expect([counted('ACCEPTED'), counted('UNDECIDED')]).toEqual([0, 1]);
    expect(counted('REJECTED')).toBeGreaterThanOrEqual(3);
  });
});

describe('a server that accepts everything as natural', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await serve({
      LOCUTOR_ANTISPOOFING_REJECT_THRESHOLD: `${HIGHEST}`,
      LOCUTOR_ANTISPOOFING_ACCEPT_THRESHOLD: `${HIGHEST}`,
      LOCUTOR_ANTISPOOFING_RELAXABLE: 'true',
    });
  });

  it('says ACCEPTED, and the score of the voice decides', async () => {
    expect(await decisions(server, long, {}, -1)).toEqual(['ACCEPTED', 'ACCEPTED', 'ACCEPTED']);
    expect(await decisions(server, long, {}, 1)).toEqual(['REJECTED', 'REJECTED', 'ACCEPTED']);
    expect(await decisions(server, long)).toEqual(['UNDECIDED', 'UNDECIDED', 'ACCEPTED']);
  });

  it('can be made stricter, undecided and switched off by a request', async () => {
    const strict = { antispoofing_reject_threshold: LOWEST };
    expect(await decisions(server, long, strict, -1)).toEqual(['REJECTED', 'ACCEPTED', 'REJECTED']);
    const unsure = { antispoofing_accept_threshold: LOWEST };
    expect(await decisions(server, long, unsure, -1)).toEqual(['ACCEPTED', 'ACCEPTED', 'UNDECIDED']);
    const off = { antispoofing_detection: false };
    expect(await decisions(server, long, off, -1)).toEqual(['ACCEPTED', 'ACCEPTED', 'UNDECIDED']);
  });
});

describe('the detector as it comes', () => {
  const data = join(root, '..', 'shared', 'data', 'readers-en');
  let server: TestServer;
  beforeAll(async () => {
    server = await serve({});
  });
  const spoofing = async (audio: Bytes) => (await decisions(server, audio, {}, -1))[2];

  it('rejects the voice of a synthesiser', async () => {
    expect(await spoofing(long)).toBe('REJECTED');
    expect(await spoofing(fixture('transfer-pt.opus'))).toBe('REJECTED');
  });

  it('does not reject people who read, as recorded and over a telephone line', async (context) => {
    if (!existsSync(data))
      context.skip('no recordings beside the clone, and all fixtures are synthetic speech');
    const names = readdirSync(data).filter((name) => name.endsWith('.flac'));
    const found: (string | undefined)[] = [];
    for (const name of names.filter((_, n) => n % 40 === 0)) {
      const audio = new Uint8Array(readFileSync(join(data, name)));
      const { samples } = await decodeAudio(audio);
      found.push(await spoofing(audio), await spoofing(au(ulaw(halved(samples)), 1, 8000)));
    }
    expect(found.length).toBeGreaterThanOrEqual(12);
    expect(found).not.toContain('REJECTED');
    expect(found).toContain('ACCEPTED');
  });
});

it('a server with the detector off decides nothing, unless a request asks for it', async () => {
  const server = await serve({ LOCUTOR_ANTISPOOFING: 'off' });
  expect(await decisions(server, long, {}, -1)).toEqual(['ACCEPTED', 'ACCEPTED', 'UNDECIDED']);
  const on = { antispoofing_detection: true, antispoofing_reject_threshold: LOWEST };
  expect(await decisions(server, long, on, -1)).toEqual(['REJECTED', 'ACCEPTED', 'REJECTED']);
});

it('thresholds that contradict each other stop the start', () => {
  const { status, stderr } = locutor([], newFolder(), {
    LOCUTOR_PORT: '0',
    LOCUTOR_ANTISPOOFING_REJECT_THRESHOLD: '1',
    LOCUTOR_ANTISPOOFING_ACCEPT_THRESHOLD: '2',
  });
  expect(status).not.toBe(0);
  expect(stderr).toContain('antispoofingAcceptThreshold: 2 is above antispoofingRejectThreshold');
});
