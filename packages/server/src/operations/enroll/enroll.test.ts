import { describe, expect, it } from 'vitest';
import { plainServer } from '../../testing/plain-server.ts';
import { readEnrollRequest } from './request.ts';

const PLACE = { repository: 'default', scenario: 'default' };

describe('enrolment', () => {
  it('makes a voice, and says of what', async () => {
    const server = await plainServer();
    const request = { user_id: 'ana', consent: 'signed\non paper', configuration: { account_tag: 'b1' } };
    const { status, headers, body } = await server.enroll(request, 'ana:1500 noise:200', 'ana:700');
    expect(status).toBe(201);
    expect(body).toMatchObject({
      transaction_id: '1',
      user_id: 'ana',
      created: true,
      score: 0.8,
      voiceprint: { utterances: 2, speech_duration: 2200 },
      utterances: [{ audio_counter: 0 }, { rejected: true, rejected_cause: 'NOISE' }, { audio_counter: 1 }],
    });
    expect(await server.biometrics.user(PLACE, 'ana')).toMatchObject({
      fingerprint: 'plain-1',
      utterances: 2,
      consent: 'signed\non paper',
    });
    expect(server.biometrics.records).toMatchObject([
      {
        operation: 'enroll',
        accountTag: 'b1',
        audioMs: 4200,
        speechMs: 2200,
        outcome: 'DONE',
        users: [{ userId: 'ana', outcome: 'CREATED' }],
        caller: { actor: 'all', requestId: headers['x-request-id'] },
      },
    ]);
  });

  it('adds to a voice that is there', async () => {
    const server = await plainServer();
    await server.enroll({ user_id: 'ana' }, 'ana:1500');
    const { status, body } = await server.enroll({ user_id: 'ana', mode: 'add' }, 'ana:1000');
    expect(status).toBe(200);
    expect(body).toMatchObject({
      created: false,
      score: 0.8,
      voiceprint: { utterances: 2, speech_duration: 2500 },
    });
  });

  it('replaces a voice, whatever it was', async () => {
    const server = await plainServer();
    await server.enroll({ user_id: 'ana' }, 'bob:1500');
    const request = { user_id: 'ana', mode: 'replace', min_enrollment_score: 0.5 };
    const { status, body } = await server.enroll(request, 'ana:1000');
    expect([status, body.created, body.voiceprint]).toEqual([
      200,
      false,
      { utterances: 1, speech_duration: 1000 },
    ]);
    const verified = await server.verify({ user_ids: ['ana'] }, 'ana:1000');
    expect(verified.body.results[0].score).toBe(0.9);
  });

  it('makes a user id up where none is given', async () => {
    const server = await plainServer();
    const first = await server.enroll({}, 'ana:1500');
    const second = await server.enroll({}, 'ana:1500');
    expect(first.body.user_id).toMatch(/^[0-9a-f]{24}$/);
    expect(second.body.user_id).not.toBe(first.body.user_id);
    expect(await server.biometrics.user(PLACE, first.body.user_id)).toBeDefined();
  });

  it('creates nobody who is there, and processes no audio', async () => {
    const server = await plainServer();
    await server.enroll({ user_id: 'ana' }, 'ana:1500');
    const { status, body } = await server.enroll({ user_id: 'ana', mode: 'create' }, 'ana:1000');
    expect([status, body]).toEqual([
      409,
      { code: 'ERR_ALREADY_EXISTS', message: 'the user "ana" is already enrolled' },
    ]);
    expect([server.speakers.received.length, server.biometrics.records.length]).toEqual([1, 1]);
  });

  it('creates nobody who came while the audio was processed', async () => {
    const server = await plainServer();
    await server.enroll({ user_id: 'ana' }, 'ana:1500');
    server.biometrics.user = async () => undefined;
    const { status } = await server.enroll({ user_id: 'ana', mode: 'create' }, 'ana:1000');
    expect(status).toBe(409);
    expect(server.biometrics.records.at(-1)).toMatchObject({
      operation: 'enroll',
      outcome: 'ERR_ALREADY_EXISTS',
    });
  });

  it('adds nothing to a voiceprint of another model', async () => {
    const server = await plainServer();
    const voiceprint = { bytes: Buffer.from('ana'), fingerprint: 'plain-0', utterances: 1, speechMs: 1000 };
    const caller = { actor: 'test', requestId: 'test' };
    const record = { operation: 'enroll', audioMs: 0, speechMs: 0, caller } as const;
    await server.biometrics.enroll(PLACE, 'ana', () => ({ voiceprint }), record);
    const { status, body } = await server.enroll({ user_id: 'ana' }, 'ana:1000');
    expect([status, body.code, server.speakers.received]).toEqual([409, 'ERR_OTHER_MODEL', []]);
    expect((await server.enroll({ user_id: 'ana', mode: 'replace' }, 'ana:1000')).status).toBe(200);
  });

  it('keeps nothing of voices that are not alike, but records the attempt', async () => {
    const server = await plainServer();
    const request = { user_id: 'ana', min_enrollment_score: 0.5 };
    const { status, body } = await server.enroll(request, 'ana:1500 bob:1500');
    expect([status, body]).toEqual([
      422,
      {
        code: 'ERR_ENROLLMENT_SCORE',
        message: 'the score of the audio is -0.7; min_enrollment_score is 0.5',
        transaction_id: '1',
      },
    ]);
    expect(await server.biometrics.user(PLACE, 'ana')).toBeUndefined();
    expect(server.biometrics.records).toMatchObject([
      { outcome: 'ERR_ENROLLMENT_SCORE', users: [{ userId: 'ana', outcome: 'ERR_ENROLLMENT_SCORE' }] },
    ]);
  });

  it('refuses two voices by default, and takes them where the caller asks for less', async () => {
    const server = await plainServer();
    const { status, body } = await server.enroll({ user_id: 'ana' }, 'ana:1500 bob:1500');
    expect([status, body]).toEqual([
      422,
      {
        code: 'ERR_ENROLLMENT_SCORE',
        message:
          'the score of the audio is -0.7, as of two different voices; at least -0.5 is needed by default, which ' +
          'min_enrollment_score changes',
        transaction_id: '1',
      },
    ]);
    expect(await server.biometrics.user(PLACE, 'ana')).toBeUndefined();
    const lenient = await server.enroll({ user_id: 'ana', min_enrollment_score: -1 }, 'ana:1500 bob:1500');
    expect([lenient.status, lenient.body.score]).toEqual([201, -0.7]);
    // Somebody else cannot be added to a voice either.
    await server.enroll({ user_id: 'eve' }, 'eve:1500');
    expect((await server.enroll({ user_id: 'eve' }, 'bob:1500')).body.code).toBe('ERR_ENROLLMENT_SCORE');
  });

  it('has the limits of VERIFY, and records what fails them', async () => {
    const server = await plainServer();
    const { status, body } = await server.enroll({ user_id: 'ana' }, 'ana:900');
    expect([status, body.code]).toEqual([422, 'ERR_MIN_SPEECH']);
    expect(server.biometrics.records).toMatchObject([{ outcome: 'ERR_MIN_SPEECH', audioMs: 1500 }]);
    const metrics = (await server.app.inject('/metrics')).body;
    expect(metrics).toContain(
      'locutor_voice_operations_total{operation="enroll",outcome="ERR_MIN_SPEECH"} 1',
    );
  });

  it('needs the scope enroll', async () => {
    const server = await plainServer();
    const headers = { authorization: 'Bearer verify-token' };
    expect(await server.send('/rest/v3/enroll', Buffer.alloc(0), headers)).toMatchObject({
      status: 403,
      body: { code: 'ERR_FORBIDDEN', message: 'the credentials do not cover enroll' },
    });
  });
});

describe('an enrolment request', () => {
  it('accepts up to 20 utterances by default', () => {
    expect(readEnrollRequest({}).configuration).toMatchObject({ minUtterances: 1, maxUtterances: 20 });
    expect(readEnrollRequest({ configuration: { max_utterances: 3 } }).configuration.maxUtterances).toBe(3);
  });

  it.each([
    [{ user_ids: ['a'] }, 'there is no member "user_ids"'],
    [{ user_id: '' }, 'user_id: expected 1 to 256 characters'],
    [{ mode: 'merge' }, 'mode: expected "add" or "create" or "replace", got "merge"'],
    [{ min_enrollment_score: -1.5 }, 'min_enrollment_score: expected a number from -1 to 1, got -1.5'],
    [{ consent: 'x'.repeat(1001) }, 'consent: expected at most 1000 characters'],
    [{ consent: 7 }, 'consent: expected at most 1000 characters, got 7'],
    [{ consent: 'signed\n\u202eon paper' }, 'consent: expected no characters that are invisible'],
  ])('is refused with %o', (members, message) => {
    expect(() => readEnrollRequest(members)).toThrow(message);
  });
});
