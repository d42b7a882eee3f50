import { describe, expect, it } from 'vitest';
import { StoreError } from '../../store/index.ts';
import { plainServer } from '../../testing/plain-server.ts';

const ERRORS = {
  none: { code: 0, message: '' },
  unknown: { code: 1, message: 'the user is not enrolled' },
};
const bare = {
  score: 0,
  decision: 'UNDECIDED',
  detail: { biometric_decision: 'UNDECIDED', antispoofing_decision: 'UNDECIDED' },
  gender: 'UNKNOWN',
  age: 'UNKNOWN',
  audio_length: 0,
};

async function withAna() {
  const server = await plainServer();
  await server.enroll({ user_id: 'ana' }, 'ana:3000');
  server.biometrics.records.length = 0;
  server.speakers.received.length = 0;
  return server;
}

describe('VERIFY', () => {
  it('answers as the interface says, one result for every entry of user_ids in its order', async () => {
    const server = await withAna();
    const request = {
      user_ids: ['nobody', 'ana', 'ana'],
      min_verification_score: 0.9,
      configuration: { max_utterances: 5, account_tag: 'branch-1' },
    };
    const { status, headers, body } = await server.verify(request, 'ana:1500 noise:300', 'ana:700');
    const accepted = {
      ...bare,
      score: 0.9,
      decision: 'ACCEPTED',
      detail: { biometric_decision: 'ACCEPTED', antispoofing_decision: 'UNDECIDED' },
      audio_length: 2200,
      error: ERRORS.none,
    };
    expect([status, headers['content-type']]).toEqual([200, 'application/json; charset=utf-8']);
    expect(body).toEqual({
      transaction_id: '2',
      results: [
        { user_id: 'nobody', ...bare, error: ERRORS.unknown },
        { user_id: 'ana', ...accepted },
        { user_id: 'ana', ...accepted },
      ],
      utterances: [
        {
          audio_counter: 0,
          total_duration: 1500,
          speech_duration: 1500,
          rejected: false,
          start_time: 0.1,
          end_time: 1.6,
        },
        {
          audio_counter: 0,
          total_duration: 300,
          speech_duration: 300,
          rejected: true,
          rejected_cause: 'NOISE',
          start_time: 2.2,
          end_time: 2.5,
        },
        {
          audio_counter: 1,
          total_duration: 700,
          speech_duration: 700,
          rejected: false,
          start_time: 0.1,
          end_time: 0.8,
        },
      ],
    });
    expect(server.biometrics.records).toEqual([
      {
        operation: 'verify',
        repository: 'default',
        scenario: 'default',
        accountTag: 'branch-1',
        users: [
          { userId: 'nobody', outcome: 'NOT_ENROLLED' },
          { userId: 'ana', outcome: 'ACCEPTED' },
          { userId: 'ana', outcome: 'ACCEPTED' },
        ],
        audioMs: 4300,
        speechMs: 2200,
        outcome: 'DONE',
        antispoofingScore: -5,
        caller: { actor: 'all', requestId: headers['x-request-id'] },
      },
    ]);
  });

  it('rejects another voice, and decides nothing without a threshold', async () => {
    const server = await withAna();
    const rejected = await server.verify({ user_ids: ['ana'], min_verification_score: 0 }, 'bob:2000');
    expect(rejected.body.results).toMatchObject([{ score: -0.5, decision: 'REJECTED' }]);
    const undecided = await server.verify({ user_ids: ['ana'] }, 'ana:2000');
    expect(undecided.body.results).toMatchObject([{ score: 0.9, decision: 'UNDECIDED', error: ERRORS.none }]);
  });

  it('uses one utterance unless it may use more, and trims the rest', async () => {
    const server = await withAna();
    const { body } = await server.verify({ user_ids: ['ana'] }, 'ana:1200 bob:900', 'bob:800');
    expect(body.utterances.map((each: { rejected_cause?: string }) => each.rejected_cause)).toEqual([
      undefined,
      'TRIMMED',
      'TRIMMED',
    ]);
    expect(body.results[0]).toMatchObject({ score: 0.9, audio_length: 1200 });
  });

  it('carries what is left of max_speech from audio to audio, and cuts the last utterance', async () => {
    const server = await withAna();
    const configuration = { max_speech: 2000, max_utterances: 20 };
    const { body } = await server.verify(
      { user_ids: ['ana'], configuration },
      'ana:1500',
      'ana:1500',
      'ana:100',
    );
    expect(body.utterances).toMatchObject([
      { speech_duration: 1500, rejected: false },
      { speech_duration: 500, rejected: false },
      { speech_duration: 100, rejected: true, rejected_cause: 'TRIMMED' },
    ]);
  });

  it('passes over a short utterance where only one may be used, and reaches a limit that is both least and most', async () => {
    const server = await withAna();
    const { body } = await server.verify({ user_ids: ['ana'] }, 'bob:400 ana:1500 bob:2000');
    expect(body.results[0].score).toBe(0.9);
    const causes = body.utterances.map((each: { rejected_cause?: string }) => each.rejected_cause);
    expect(causes).toEqual(['TRIMMED', undefined, 'TRIMMED']);
    const configuration = { min_speech: 1500, max_speech: 1500 };
    // Cut at a window's end, as the engine cuts.
    const cut = await server.verify({ user_ids: ['ana'], configuration }, 'ana:1472 ana:100');
    expect(cut.status).toBe(200);
  });

  it.each([
    [
      'ERR_MIN_SPEECH',
      { min_speech: 2000 },
      '0 of 2300 ms of speech can be used; min_speech is 2000 (rejected: 2 TRIMMED); max_utterances is 1, ' +
        'which leaves out 2 utterances with 2300 ms of speech: raise max_utterances',
    ],
    [
      'ERR_MIN_UTTERANCES',
      { min_utterances: 3, end_silence: 700 },
      '2 utterances can be used; min_utterances is 3, and a pause of 700 ms ends an utterance (end_silence)',
    ],
    [
      'ERR_MIN_UTTERANCES',
      { min_utterances: 2, max_speech: 1500 },
      '1 utterance can be used; min_utterances is 2, and a pause of 1000 ms ends an utterance (end_silence) ' +
        '(rejected: 1 TRIMMED); max_speech is 1500, which leaves out 1 utterance with 800 ms of speech: raise max_speech',
    ],
    [
      'ERR_MIN_SPEECH',
      { min_speech: 9000, min_utterances: 9 },
      '2300 of 2300 ms of speech can be used; min_speech is 9000',
    ],
    [
      'ERR_MAX_SPEECH',
      { max_speech: 1000, max_utterances: 5, max_constraint_behavior: 'abort' },
      'the audio holds more than 1000 ms of speech (max_speech); raise it, or set max_constraint_behavior to "trim"',
    ],
    [
      'ERR_MAX_UTTERANCES',
      { max_constraint_behavior: 'abort' },
      'the audio holds more than 1 utterance (max_utterances); raise it, or set max_constraint_behavior to "trim"',
    ],
  ])('%s: %o ends it, and is recorded', async (code, configuration, message) => {
    const server = await withAna();
    const answer = await server.verify({ user_ids: ['ana'], configuration }, 'ana:1500 ana:800');
    expect([answer.status, answer.body]).toEqual([422, { code, message, transaction_id: '2' }]);
    expect(answer.headers['x-transaction-id']).toBe('2');
    expect(server.biometrics.records).toMatchObject([
      { outcome: code, users: [{ userId: 'ana', outcome: code }], audioMs: 3500 },
    ]);
  });

  it('reads no more once it has to abort', async () => {
    const server = await withAna();
    const configuration = { max_constraint_behavior: 'abort' };
    await server.verify({ user_ids: ['ana'], configuration }, 'ana:1500 ana:800', 'ana:900');
    expect(server.speakers.received).toHaveLength(1);
  });

  it('makes the failure of one voiceprint a matter of its user alone', async () => {
    const server = await withAna();
    const place = { repository: 'default', scenario: 'default' };
    const keep = (userId: string, content: string, fingerprint: string) =>
      server.biometrics.enroll(
        place,
        userId,
        () => ({ voiceprint: { bytes: Buffer.from(content), fingerprint, utterances: 1, speechMs: 1000 } }),
        { operation: 'enroll', audioMs: 0, speechMs: 0, caller: { actor: 'test', requestId: 'test' } },
      );
    await keep('old', 'ana', 'plain-0');
    await keep('broken', 'damaged', 'plain-1');
    const { body } = await server.verify({ user_ids: ['old', 'broken', 'ana'] }, 'ana:2000');
    expect(body.results).toEqual([
      {
        user_id: 'old',
        ...bare,
        error: { code: 2, message: 'the voiceprint was made by another model; enrol the user again' },
      },
      {
        user_id: 'broken',
        ...bare,
        error: { code: 99, message: 'the voiceprint cannot be compared; the log has the details' },
      },
      expect.objectContaining({ user_id: 'ana', score: 0.9, error: ERRORS.none }),
    ]);
    expect(server.biometrics.records.at(-1)!.users.map(({ outcome }) => outcome)).toEqual([
      'OTHER_MODEL',
      'INTERNAL',
      'UNDECIDED',
    ]);
  });

  it('makes a broken seal in the database a matter of its user alone', async () => {
    const server = await withAna();
    const read = server.biometrics.voiceprints.bind(server.biometrics);
    server.biometrics.voiceprints = async (place, ids) => {
      if (ids.includes('sealed')) throw new StoreError('ERR_STORE_DAMAGED', 'its seal is broken');
      return read(place, ids);
    };
    const { body } = await server.verify({ user_ids: ['sealed', 'ana', 'nobody'] }, 'ana:2000');
    expect(body.results.map(({ error }: { error: { code: number } }) => error.code)).toEqual([99, 0, 1]);
  });

  it.each([
    ['voiceprints', 'ERR_STORE_UNREACHABLE', 503, 'ERR_STORE_UNAVAILABLE'],
    ['record', 'ERR_STORE_UNREACHABLE', 503, 'ERR_STORE_UNAVAILABLE'],
    ['missing', 'ERR_STORE_BUSY', 503, 'ERR_STORE_UNAVAILABLE'],
    ['record', 'ERR_STORE_FAILED', 500, 'ERR_INTERNAL'],
  ] as const)('acknowledges nothing when %s fails with %s', async (method, code, status, answer) => {
    const server = await withAna();
    server.biometrics[method] = (): Promise<never> =>
      Promise.reject(new StoreError(code, 'a sentence for the operator'));
    const { headers, ...given } = await server.verify({ user_ids: ['ana'] }, 'ana:2000');
    expect(given).toMatchObject({ status, body: { code: answer } });
    expect(headers['retry-after']).toBe(status === 503 ? '5' : undefined);
    expect(JSON.stringify(given.body)).not.toContain('operator');
  });

  it('is counted by how it ended, without anybody named', async () => {
    const server = await withAna();
    await server.verify({ user_ids: ['ana', 'nobody'], min_verification_score: 0 }, 'ana:2000');
    await server.verify({ user_ids: ['ana'], configuration: { min_speech: 5000 } }, 'ana:2000');
    const metrics = (await server.app.inject('/metrics')).body;
    expect(metrics).toContain('locutor_voice_operations_total{operation="verify",outcome="DONE"} 1');
    expect(metrics).toContain(
      'locutor_voice_operations_total{operation="verify",outcome="ERR_MIN_SPEECH"} 1',
    );
    expect(metrics).toContain('locutor_verification_results_total{outcome="ACCEPTED"} 1');
    expect(metrics).toContain('locutor_verification_results_total{outcome="NOT_ENROLLED"} 1');
    expect(metrics).not.toMatch(/results_total\{outcome="ERR/);
    expect(metrics).not.toContain('ana');
  });
});
