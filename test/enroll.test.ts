import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import Libsql from 'libsql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newFolder, root, startServer, type TestServer } from './support/server.ts';
import { type Bytes, deepened, fixture, samplesOf, silence, wav } from './support/speech.ts';
import { billing, call, enroll, locutor, type Result, verify } from './support/verify.ts';

const ANA = ['sentence.flac', 'date.opus', 'pizza.opus'];
const BOB = ['digits.flac', 'amount.opus', 'filler.opus'];

const folder = newFolder();
let server: TestServer;
beforeAll(async () => {
  server = await startServer({}, folder);
});
afterAll(() => server.stop());

const users = async (query = '') =>
  (await call(server, 'GET', `users${query}`)).body.users.map((each: { user_id: string }) => each.user_id);

describe('enrolment', () => {
  it('makes a voice that is verified from then on', async () => {
    const request = {
      user_id: 'ana',
      mode: 'create',
      consent: 'by telephone',
      configuration: { account_tag: 'new' },
    };
    const { status, body } = await enroll(server, request, ANA.map(fixture));
    expect(status).toBe(201);
    expect(body).toEqual({
      transaction_id: expect.stringMatching(/^[1-9]\d*$/),
      user_id: 'ana',
      created: true,
      score: expect.any(Number),
      voiceprint: { utterances: body.utterances.length, speech_duration: expect.any(Number) },
      utterances: expect.any(Array),
    });
    expect(body.utterances.length).toBeGreaterThanOrEqual(3);
    const speech = body.utterances.reduce(
      (sum: number, each: { speech_duration: number }) => sum + each.speech_duration,
      0,
    );
    expect(body.voiceprint.speech_duration).toBe(speech);
    const [result] = (await verify(server, { user_ids: ['ana'] }, [fixture('sentence.ogg')])).body
      .results as [Result];
    expect(result.error.code).toBe(0);
    expect(billing(folder).filter(({ account_tag }) => account_tag === 'new')).toMatchObject([
      {
        transaction_id: body.transaction_id,
        operation: 'enroll',
        outcome: 'DONE',
        speech_ms: String(speech),
      },
    ]);
    const shown = await call(server, 'GET', 'users/ana');
    expect(shown.body).toEqual({
      user_id: 'ana',
      created_at: expect.stringMatching(/^\d{4}-.*Z$/),
      updated_at: expect.stringMatching(/^\d{4}-.*Z$/),
      model: expect.stringMatching(/^\w+$/),
      utterances: body.utterances.length,
      speech_duration: speech,
      consent: 'by telephone',
    });
  });

  it('adds to it, refuses to make it again, and replaces it', async () => {
    const more = await enroll(server, { user_id: 'ana' }, [fixture('sentence.mp3')]);
    expect([more.status, more.body.created]).toEqual([200, false]);
    expect(more.body.voiceprint.utterances).toBeGreaterThan(more.body.utterances.length);
    const again = await enroll(server, { user_id: 'ana', mode: 'create' }, [fixture('sentence.mp3')]);
    expect([again.status, again.body.code]).toEqual([409, 'ERR_ALREADY_EXISTS']);
    const other = await enroll(server, { user_id: 'ana', mode: 'replace' }, [fixture('sentence.flac')]);
    expect([other.status, other.body.created]).toEqual([200, false]);
    expect(other.body.voiceprint.utterances).toBe(other.body.utterances.length);
    const { body } = await call(server, 'GET', 'users/ana');
    expect([body.utterances, body.consent]).toEqual([other.body.utterances.length, 'by telephone']);
  });

  it('of two voices as one is refused by default, and keeps nothing', async () => {
    const another = wav(deepened(await samplesOf('digits.flac'), 1.45));
    const mixed = [fixture(ANA[0]!), fixture(ANA[2]!), another];
    const one = await enroll(server, { user_id: 'one' }, ANA.map(fixture));
    const two = await enroll(server, { user_id: 'two', configuration: { account_tag: 'two' } }, mixed);
    expect([one.status, two.status, two.body.code]).toEqual([201, 422, 'ERR_ENROLLMENT_SCORE']);
    expect(two.body.message).toMatch(
      /^the score of the audio is -0\.\d+, as of two different voices; at least -0\.5 is needed by default, which min_enrollment_score changes$/,
    );
    expect((await call(server, 'GET', 'users/two')).status).toBe(404);
    expect(billing(folder).filter(({ account_tag }) => account_tag === 'two')).toMatchObject([
      { transaction_id: two.body.transaction_id, operation: 'enroll', outcome: 'ERR_ENROLLMENT_SCORE' },
    ]);
    const lenient = await enroll(server, { user_id: 'two', min_enrollment_score: -1 }, mixed);
    expect([lenient.status, lenient.body.score < one.body.score]).toEqual([201, true]);
    const other = await enroll(server, { user_id: 'one' }, [another]);
    expect([other.status, other.body.code]).toEqual([422, 'ERR_ENROLLMENT_SCORE']);
  });

  it('keeps nothing below the least score that is asked for', async () => {
    const request = { user_id: 'three', min_enrollment_score: 1, configuration: { account_tag: 'mixed' } };
    const refused = await enroll(server, request, [fixture(ANA[0]!), fixture(BOB[1]!)]);
    expect([refused.status, refused.body.code]).toEqual([422, 'ERR_ENROLLMENT_SCORE']);
    expect(refused.body.message).toMatch(/^the score of the audio is -?[\d.]+; min_enrollment_score is 1$/);
    expect((await call(server, 'GET', 'users/three')).status).toBe(404);
    expect(billing(folder).filter(({ account_tag }) => account_tag === 'mixed')).toMatchObject([
      { operation: 'enroll', outcome: 'ERR_ENROLLMENT_SCORE' },
    ]);
  });

  it('that replaces a voice leaves nothing of it in the files of the database', async () => {
    await enroll(server, { user_id: 'again' }, [fixture(ANA[0]!)]);
    const database = join(folder, 'data', 'locutor.db');
    const connection = new Libsql(database);
    const { sealed } = connection.prepare("select sealed from voices where user_id = 'again'").get([]) as {
      sealed: ArrayBuffer;
    };
    connection.close();
    const old = Buffer.from(sealed);
    expect(old.length).toBeGreaterThan(4000);
    const holders = () =>
      [database, `${database}-wal`, `${database}-shm`].filter((file) => {
        const bytes = existsSync(file) ? readFileSync(file) : Buffer.alloc(0);
        return Array.from({ length: 16 }, (_, n) => old.subarray(200 * n, 200 * n + 32)).some((piece) =>
          bytes.includes(piece),
        );
      });
    expect(holders()).not.toEqual([]);
    const replaced = await enroll(server, { user_id: 'again', mode: 'replace' }, [fixture(ANA[1]!)]);
    expect([replaced.status, replaced.body.created]).toEqual([200, false]);
    expect(holders()).toEqual([]);
    expect((await call(server, 'DELETE', 'users/again')).status).toBe(204);
  });

  it('makes up an id, and needs speech', async () => {
    const { body } = await enroll(server, {}, [fixture('sentence.flac')]);
    expect(body.user_id).toMatch(/^[0-9a-f]{24}$/);
    expect((await call(server, 'DELETE', `users/${body.user_id}`)).status).toBe(204);
    const silent = await enroll(server, { user_id: 'silent' }, [wav(silence(3))]);
    expect([silent.status, silent.body.code]).toEqual([422, 'ERR_MIN_SPEECH']);
    expect((await call(server, 'GET', 'users/silent')).status).toBe(404);
  });

  it('of one user, many times at once, loses nothing', async () => {
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => enroll(server, { user_id: 'busy' }, [fixture('sentence.opus')])),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 200, 201]);
    const sum = answers.reduce((total, { body }) => total + body.utterances.length, 0);
    expect((await call(server, 'GET', 'users/busy')).body.utterances).toBe(sum);
  });
});

describe('scenarios and repositories', () => {
  const uri = 'https://voices.example/branch 1/ação?x=1';
  const query = `?repository_uri=${encodeURIComponent(uri)}`;

  it('keep their users apart', async () => {
    const hidden = await call(server, 'POST', 'repositories', {
      repository_uri: uri,
      description: 'a\u202ebranch',
    });
    expect([hidden.status, hidden.body.code]).toEqual([400, 'ERR_INVALID_PARAMETER']);
    const made = await call(server, 'POST', 'repositories', { repository_uri: uri, description: 'a branch' });
    expect([made.status, made.body]).toMatchObject([
      201,
      { repository_uri: uri, description: 'a branch', users: 0 },
    ]);
    const scenario = { scenario: 'digits', repository_uri: uri };
    expect((await call(server, 'POST', 'scenarios', scenario)).status).toBe(201);
    expect((await call(server, 'POST', 'scenarios', scenario)).body.code).toBe('ERR_ALREADY_EXISTS');
    const place = { repository_uri: uri, scenario: 'digits' };
    expect((await enroll(server, { ...place, user_id: 'dora' }, BOB.map(fixture))).status).toBe(201);
    expect(await users(`${query}&scenario=digits`)).toEqual(['dora']);
    expect(await users(query)).toEqual([]);
    expect(await users()).not.toContain('dora');
    const codes = async (request: object) =>
      (await verify(server, { user_ids: ['dora'], ...request }, [fixture('filler.opus')])).body.results.map(
        ({ error }: Result) => error.code,
      );
    expect(await codes(place)).toEqual([0]);
    expect(await codes({ repository_uri: uri })).toEqual([1]);
    expect(await codes({})).toEqual([1]);
  });

  it('are unknown until they are made, and gone when they are deleted', async () => {
    const asked = async (request: object) =>
      (await verify(server, { user_ids: ['dora'], ...request }, [fixture('filler.opus')])).body.code;
    expect(await asked({ repository_uri: 'https://nowhere.example' })).toBe('ERR_REPOSITORY_NOT_FOUND');
    expect(await asked({ scenario: 'digits' })).toBe('ERR_SCENARIO_NOT_FOUND');
    const path = `repositories/${encodeURIComponent(uri)}`;
    expect((await call(server, 'GET', path)).body).toMatchObject({ repository_uri: uri, users: 1 });
    expect((await call(server, 'DELETE', path)).status).toBe(204);
    expect(await asked({ repository_uri: uri, scenario: 'digits' })).toBe('ERR_REPOSITORY_NOT_FOUND');
    expect((await call(server, 'DELETE', 'repositories/default')).body.code).toBe('ERR_NOT_DELETABLE');
    expect((await call(server, 'DELETE', 'scenarios/default')).body.code).toBe('ERR_NOT_DELETABLE');
  });
});

describe('scopes', () => {
  it('are verify, enroll and admin', async () => {
    const token = (...scopes: string[]) =>
      locutor(['tokens', 'create', 'scoped', '--scope', ...scopes], folder).stdout.trim();
    const statuses = async (scope: string) => {
      const headers = { authorization: `Bearer ${token(scope)}` };
      const sound = [fixture('sentence.flac')];
      return [
        (await verify(server, { user_ids: ['ana'] }, sound, { headers })).status,
        (await enroll(server, { user_id: 'scoped' }, sound, { headers })).status,
        (await fetch(`${server.url}/rest/v3/users`, { headers })).status,
      ];
    };
    expect(await statuses('verify')).toEqual([200, 403, 403]);
    expect(await statuses('enroll')).toEqual([403, 201, 403]);
    expect(await statuses('admin')).toEqual([403, 403, 200]);
  });
});

describe('the command', () => {
  const path = (name: string) => join(root, 'test', 'fixtures', name);

  it('enrols and verifies on the same database', async () => {
    const enrolled = locutor(['enroll', 'carl', ...BOB.map(path), '--consent', 'in person'], folder);
    expect(enrolled).toMatchObject({
      status: 0,
      stdout: expect.stringMatching(/enrolled: carl, score -?[\d.]+; /),
    });
    expect((await call(server, 'GET', 'users/carl')).body.consent).toBe('in person');
    const verified = locutor(['verify', 'carl', path('filler.opus'), '--min-score', '-1'], folder);
    expect(verified.stdout).toMatch(
      /filler\.opus +[\d.]+ +[\d.]+ +[\d.]+ +used[\s\S]*carl: score -?[\d.]+, ACCEPTED/,
    );
    expect(locutor(['verify', 'nobody', path('filler.opus')], folder)).toMatchObject({
      status: 1,
      stderr: 'locutor: nobody: the user is not enrolled\n',
    });
    expect(locutor(['verify', 'carl', path('nothing.wav')], folder).stderr).toMatch(/cannot be read: ENOENT/);
    expect(locutor(['verify', 'carl', folder], folder).stderr).toContain(
      `the audio ${folder} cannot be read`,
    );
    for (const score of ['', 'half']) {
      const { stderr } = locutor(['verify', 'carl', path('filler.opus'), '--min-score', score], folder);
      expect(stderr).toContain(`expected a number from -1 to 1, got "${score}"`);
    }
    expect(locutor(['enroll', 'carl', path('filler.opus'), '--mode', 'create'], folder).stderr).toBe(
      'locutor: the user "carl" is already enrolled\n',
    );
  });

  it('lists, shows and deletes', async () => {
    expect(locutor(['users'], folder).stdout).toMatch(/^carl +\d{4}-/m);
    expect(locutor(['users', 'show', 'carl'], folder).stdout).toMatch(/consent +in person/);
    expect(locutor(['users', 'delete', 'carl', '--yes'], folder)).toMatchObject({
      status: 0,
      stdout: 'deleted: carl\n',
    });
    expect((await call(server, 'GET', 'users/carl')).status).toBe(404);
    expect(locutor(['users', 'delete', 'carl', '--yes'], folder)).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('not enrolled'),
    });
    expect(locutor(['repositories', 'create', 'http://r.example', 'a note'], folder).status).toBe(0);
    expect(locutor(['repositories'], folder).stdout).toMatch(/^http:\/\/r\.example +0 .* a note$/m);
    const there = ['--repository', 'http://r.example'];
    expect(locutor(['scenarios', 'create', 'digits', ...there], folder).status).toBe(0);
    expect(locutor(['scenarios', 'list', ...there], folder).stdout).toMatch(/^digits +0/m);
    expect(locutor(['scenarios', 'delete', 'digits', '--yes', ...there], folder).status).toBe(0);
    expect(locutor(['scenarios', 'delete', 'default', '--yes'], folder).stderr).toContain(
      'cannot be deleted',
    );
    expect(locutor(['repositories', 'delete', 'http://r.example', '--yes'], folder).status).toBe(0);
    expect(locutor(['users', 'list', ...there], folder).stderr).toContain('there is no repository');
  });
});

describe('synthetic voices', () => {
  const clip = (name: string, n: number): Bytes =>
    new Uint8Array(readFileSync(join(root, 'packages/inference/test/fixtures/voices', `${name}-${n}.ogg`)));

  it('score higher as themselves than as others', async () => {
    const user_ids = ['deep', 'bright', 'even'];
    for (const user_id of user_ids) {
      await enroll(server, { user_id }, [clip(user_id, 1), clip(user_id, 2)]);
    }
    const best: string[] = [];
    for (const user_id of user_ids) {
      const { body } = await verify(server, { user_ids }, [clip(user_id, 3)]);
      const results = (body.results as Result[]).toSorted((a, b) => b.score - a.score);
      best.push(results[0]!.user_id);
    }
    expect(best).toEqual(user_ids);
  });
});

describe('real voices', () => {
  const data = join(root, '..', 'shared', 'data', 'speech-en');
  const clips = (speaker: string): Bytes[] =>
    readdirSync(join(data, speaker))
      .sort()
      .map((name) => new Uint8Array(readFileSync(join(data, speaker, name))));

  it('score higher as themselves than as others', async (context) => {
    if (!existsSync(data)) context.skip('no recordings beside the clone; synthetic voices are tested above');
    const rows = readFileSync(join(data, 'index.tsv'), 'utf8').trim().split('\n').slice(1);
    const grown = rows.map((row) => row.split('\t')).filter(([, , , age]) => Number(age) >= 20);
    const speakers = [...new Set(grown.map(([, speaker]) => speaker!))].slice(0, 4);
    expect(speakers).toHaveLength(4);
    for (const speaker of speakers) {
      await enroll(server, { user_id: `real-${speaker}` }, clips(speaker).slice(0, 4));
    }
    const user_ids = speakers.map((speaker) => `real-${speaker}`);
    const best: string[] = [];
    for (const speaker of speakers) {
      const configuration = { max_utterances: 20 };
      const { body } = await verify(server, { user_ids, configuration }, clips(speaker).slice(4, 6));
      const results = (body.results as Result[]).toSorted((a, b) => b.score - a.score);
      best.push(results[0]!.user_id);
    }
    expect(best).toEqual(user_ids);
  });
});
