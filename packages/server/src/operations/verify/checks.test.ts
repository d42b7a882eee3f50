import { describe, expect, it } from 'vitest';
import { plainAntispoofing } from '../../biometrics/testing/plain-voices.ts';
import { plainServer } from '../../testing/plain-server.ts';

async function withUsers(changes: Parameters<typeof plainServer>[1] = {}) {
  const server = await plainServer({}, changes);
  for (const name of ['ana', 'robot', 'blurred']) await server.enroll({ user_id: name }, `${name}:3000`);
  server.biometrics.records.length = 0;
  return server;
}
type Server = Awaited<ReturnType<typeof withUsers>>;

const asked = async (server: Server, name: string, ms: number, configuration: object = {}) => {
  const request = { user_ids: [name], min_verification_score: 0, configuration };
  const { status, body } = await server.verify(request, `${name}:${ms}`);
  if (status !== 200) return body;
  const [{ decision, detail }] = body.results;
  return [decision, detail.biometric_decision, detail.antispoofing_decision];
};

describe('anti-spoofing in VERIFY', () => {
  it('rejects what is spoofed, and decides nothing where it is not sure or there is too little speech', async () => {
    const server = await withUsers();
    expect(await asked(server, 'ana', 3000)).toEqual(['ACCEPTED', 'ACCEPTED', 'ACCEPTED']);
    expect(await asked(server, 'blurred', 3000)).toEqual(['ACCEPTED', 'ACCEPTED', 'UNDECIDED']);
    expect(await asked(server, 'robot', 3000)).toEqual(['REJECTED', 'ACCEPTED', 'REJECTED']);
    expect(await asked(server, 'robot', 2999)).toEqual(['ACCEPTED', 'ACCEPTED', 'UNDECIDED']);
  });

  it('rejects spoofed speech without a threshold too', async () => {
    const server = await withUsers();
    const { body } = await server.verify({ user_ids: ['robot'] }, 'robot:3000');
    expect(body.results[0]).toMatchObject({
      decision: 'REJECTED',
      detail: { biometric_decision: 'UNDECIDED', antispoofing_decision: 'REJECTED' },
    });
  });

  it('is UNDECIDED for a user with an error', async () => {
    const server = await withUsers();
    const { body } = await server.verify({ user_ids: ['nobody'] }, 'robot:3000');
    expect(body.results[0]).toMatchObject({
      decision: 'UNDECIDED',
      detail: { antispoofing_decision: 'UNDECIDED' },
      error: { code: 1 },
    });
  });

  it('can be made stricter by a request, and relaxed only where the server allows that', async () => {
    const strict = await withUsers();
    expect(await asked(strict, 'blurred', 3000, { antispoofing_reject_threshold: 0 })).toEqual([
      'REJECTED',
      'ACCEPTED',
      'REJECTED',
    ]);
    const off = { antispoofing_detection: false };
    const refusal = {
      code: 'ERR_INVALID_PARAMETER',
      message: expect.stringContaining('antispoofing_detection'),
    };
    expect(await asked(strict, 'robot', 3000, off)).toMatchObject(refusal);
    expect(strict.biometrics.records).toHaveLength(1);
    const relaxable = await withUsers({ antispoofing: { ...plainAntispoofing, relaxable: true } });
    expect(await asked(relaxable, 'robot', 3000, off)).toEqual(['ACCEPTED', 'ACCEPTED', 'UNDECIDED']);
    const higher = { antispoofing_reject_threshold: 6, antispoofing_accept_threshold: 5 };
    expect(await asked(relaxable, 'robot', 3000, higher)).toEqual(['ACCEPTED', 'ACCEPTED', 'ACCEPTED']);
  });

  it('can be off, and is then not measured', async () => {
    const server = await withUsers({ antispoofing: { ...plainAntispoofing, enabled: false } });
    expect(await asked(server, 'robot', 3000)).toEqual(['ACCEPTED', 'ACCEPTED', 'UNDECIDED']);
    expect(server.biometrics.records[0]).not.toHaveProperty('antispoofingScore');
    expect(await asked(server, 'robot', 3000, { antispoofing_detection: true })).toEqual([
      'REJECTED',
      'ACCEPTED',
      'REJECTED',
    ]);
  });

  it('writes its score to the record, and counts its decisions', async () => {
    const server = await withUsers();
    await asked(server, 'robot', 3000);
    await asked(server, 'ana', 3000);
    await asked(server, 'ana', 1000);
    expect(server.biometrics.records.map(({ antispoofingScore }) => antispoofingScore)).toEqual([5, -5, -5]);
    const metrics = (await server.app.inject('/metrics')).body;
    const counts = metrics.match(/^locutor_antispoofing_decisions_total.*$/gm);
    expect(counts?.toSorted()).toEqual([
      'locutor_antispoofing_decisions_total{decision="ACCEPTED"} 1',
      'locutor_antispoofing_decisions_total{decision="REJECTED"} 1',
      'locutor_antispoofing_decisions_total{decision="UNDECIDED"} 1',
    ]);
  });
});

/** To the stand-in for recognition, the names of the voices are what was said. */
describe('an expected text in VERIFY', () => {
  const verify = (server: Server, expected_text: string, audio: string, user_ids = ['ana']) =>
    server.verify(
      { user_ids, min_verification_score: 0, configuration: { expected_text, max_utterances: 5 } },
      audio,
    );

  it('that was said changes nothing', async () => {
    const server = await withUsers();
    const { body } = await verify(server, 'Ana Ana!', 'ana:2000 noise:100 ana:1500');
    expect(body.results[0].decision).toBe('ACCEPTED');
    expect(body.utterances.map((each: { rejected_cause?: string }) => each.rejected_cause)).toEqual([
      undefined,
      'NOISE',
      undefined,
    ]);
  });

  it('that was not said rejects every user, every utterance that was used, and is recorded', async () => {
    const server = await withUsers();
    const { status, body } = await verify(server, 'ana bob', 'ana:2000 noise:100 ana:1500', [
      'ana',
      'robot',
      'no',
    ]);
    expect(status).toBe(200);
    expect(body.results.map((each: { decision: string }) => each.decision)).toEqual([
      'REJECTED',
      'REJECTED',
      'UNDECIDED',
    ]);
    expect(body.results[0]).toMatchObject({ score: 0.9, detail: { biometric_decision: 'ACCEPTED' } });
    expect(body.utterances).toMatchObject([
      { rejected: true, rejected_cause: 'WRONG_TEXT' },
      { rejected: true, rejected_cause: 'NOISE' },
      { rejected: true, rejected_cause: 'WRONG_TEXT' },
    ]);
    expect(server.biometrics.records).toMatchObject([
      {
        outcome: 'DONE',
        speechMs: 3500,
        users: [{ outcome: 'WRONG_TEXT' }, { outcome: 'WRONG_TEXT' }, { outcome: 'NOT_ENROLLED' }],
      },
    ]);
  });

  it('is not checked where the audio fails already', async () => {
    const server = await withUsers();
    const { body } = await verify(server, 'bob', 'ana:500');
    expect(body.code).toBe('ERR_MIN_SPEECH');
  });

  it('belongs to VERIFY alone', async () => {
    const server = await withUsers();
    const { body } = await server.enroll({ configuration: { expected_text: 'ana' } }, 'ana:2000');
    expect(body).toMatchObject({
      code: 'ERR_INVALID_PARAMETER',
      message: 'there is no member "configuration.expected_text"',
    });
  });
});
