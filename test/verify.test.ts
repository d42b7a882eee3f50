import { joinSamples } from '@locutor/audio';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newFolder, startServer, type TestServer } from './support/server.ts';
import { type Bytes, fixture, halved, pcm, repeated, samplesOf, silence, wav } from './support/speech.ts';
import { billing, enroll, type Result, type Utterance, type Verification, verify } from './support/verify.ts';

/** Two voices of a synthesiser: who is `ana` says three sentences, `bob` others. */
const ANA = ['sentence.flac', 'date.opus', 'pizza.opus'];
const BOB = ['digits.flac', 'no.opus', 'filler.opus'];

const folder = newFolder();
let server: TestServer;
let sentence: Float32Array;
const ask = (request: object, audios: readonly Bytes[] = [fixture('sentence.flac')]) =>
  verify(server, { user_ids: ['ana'], ...request }, audios);
const verified = async (request: object, audios?: readonly Bytes[]) => {
  const { status, body } = await ask(request, audios);
  expect([status, body.code]).toEqual([200, undefined]);
  return body as Verification;
};
const states = (utterances: readonly Utterance[]) =>
  utterances.map(({ audio_counter, rejected_cause }) => `${audio_counter} ${rejected_cause ?? 'used'}`);

beforeAll(async () => {
  server = await startServer({}, folder);
  sentence = await samplesOf('sentence.flac');
  await enroll(server, { user_id: 'ana' }, ANA.map(fixture));
  await enroll(server, { user_id: 'bob' }, BOB.map(fixture));
});
afterAll(() => server.stop());

describe('the answer', () => {
  it('has every field of the interface and no other', async () => {
    const { transaction_id, results, utterances, ...others } = await verified({ min_verification_score: -1 });
    expect(others).toEqual({});
    expect(transaction_id).toMatch(/^[1-9]\d*$/);
    expect(BigInt(transaction_id) < 2n ** 63n).toBe(true);
    expect(results).toEqual([
      {
        user_id: 'ana',
        score: expect.any(Number),
        decision: 'ACCEPTED',
        detail: { biometric_decision: 'ACCEPTED', antispoofing_decision: 'UNDECIDED' },
        gender: 'UNKNOWN',
        age: 'UNKNOWN',
        audio_length: utterances[0]!.total_duration,
        error: { code: 0, message: '' },
      },
    ]);
    const [said] = utterances as [Utterance];
    expect(Object.keys(said)).toEqual([
      'audio_counter',
      'total_duration',
      'speech_duration',
      'rejected',
      'start_time',
      'end_time',
    ]);
    expect(said.audio_counter).toBe(0);
    expect(said.rejected).toBe(false);
    expect(said.total_duration).toBe(Math.round(1000 * (said.end_time - said.start_time)));
    expect(said.speech_duration).toBeGreaterThan(1000);
    expect(said.speech_duration).toBeLessThanOrEqual(said.total_duration);
    // Half a second of silence stands before and behind the sentence.
    expect(said.start_time).toBeGreaterThan(0.3);
    expect(said.end_time).toBeLessThan(sentence.length / 16_000 - 0.2);
    for (const time of [said.start_time, said.end_time]) expect(time).toBe(Number(time.toFixed(3)));
    const [{ score }] = results as [Result];
    expect(score).toBe(Number(score.toFixed(4)));
  });

  it('never gives a transaction id twice', async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => verified({})));
    expect(new Set(answers.map(({ transaction_id }) => transaction_id)).size).toBe(8);
  });

  it('tells two voices apart, whichever sentence they say', async () => {
    const scores = async (name: string) => {
      const { results } = await verified({ user_ids: ['ana', 'bob'] }, [fixture(name)]);
      return results.map(({ score }) => score) as [number, number];
    };
    const [anaAsAna, anaAsBob] = await scores('sentence.mp3');
    expect(anaAsAna).toBeGreaterThan(anaAsBob);
    const [bobAsAna, bobAsBob] = await scores('amount.opus');
    expect(bobAsBob).toBeGreaterThan(bobAsAna);
  });

  it('has one result for every entry of user_ids, in its order', async () => {
    const { results } = await verified({ user_ids: ['nobody', 'bob', 'ana', 'bob'] });
    expect(results.map(({ user_id, error }) => [user_id, error.code])).toEqual([
      ['nobody', 1],
      ['bob', 0],
      ['ana', 0],
      ['bob', 0],
    ]);
    expect(results[0]).toEqual({
      user_id: 'nobody',
      score: 0,
      decision: 'UNDECIDED',
      detail: { biometric_decision: 'UNDECIDED', antispoofing_decision: 'UNDECIDED' },
      gender: 'UNKNOWN',
      age: 'UNKNOWN',
      audio_length: 0,
      error: { code: 1, message: 'the user is not enrolled' },
    });
    expect(results[1]).toEqual(results[3]);
  });

  it('takes 128 users', async () => {
    const user_ids = Array.from({ length: 128 }, (_, index) => (index === 77 ? 'ana' : `user-${index}`));
    const { results } = await verified({ user_ids });
    expect(results.map(({ user_id }) => user_id)).toEqual(user_ids);
    expect(results.filter(({ error }) => error.code === 0)).toHaveLength(1);
  });

  it('decides by the threshold, or not at all', async () => {
    const decided = async (min_verification_score?: number) =>
      (await verified({ ...(min_verification_score !== undefined && { min_verification_score }) }))
        .results[0]!;
    expect(await decided(-1)).toMatchObject({ decision: 'ACCEPTED' });
    expect(await decided(1)).toMatchObject({
      decision: 'REJECTED',
      detail: { biometric_decision: 'REJECTED', antispoofing_decision: 'UNDECIDED' },
    });
    expect(await decided()).toMatchObject({ decision: 'UNDECIDED', error: { code: 0 } });
    const { score } = await decided();
    expect(await decided(score)).toMatchObject({ score, decision: 'ACCEPTED' });
  });
});

describe('the audio', () => {
  it.each([
    'sentence.flac',
    'sentence.mp3',
    'sentence.ogg',
    'sentence.opus',
    'sentence.webm',
    'sentence-gsm.wav',
  ])('%s is detected by its header', async (name) => {
    const { utterances } = await verified({ media_type: 'auto' }, [fixture(name)]);
    expect(states(utterances)).toEqual(['0 used']);
  });

  it('may be linear PCM at 8 or 16 kHz', async () => {
    const narrow = await verified({ media_type: 'pcm/8000/16/mono' }, [pcm(halved(sentence))]);
    const wide = await verified({ media_type: 'pcm/16000/16/mono' }, [pcm(sentence)]);
    for (const { utterances } of [narrow, wide]) {
      expect(states(utterances)).toEqual(['0 used']);
      expect(Math.abs(utterances[0]!.end_time - 3.3)).toBeLessThan(0.3);
    }
  });

  it('must not be PCM and have a header, or the other way round', async () => {
    for (const [media_type, audio] of [
      ['pcm/16000/16/mono', wav(sentence)],
      ['pcm/8000/16/mono', fixture('sentence.flac')],
      ['auto', pcm(sentence)],
    ] as const) {
      const first = media_type === 'auto' ? fixture('sentence.flac') : pcm(sentence);
      const { status, body } = await ask({ media_type }, [first, audio]);
      expect([status, body.code]).toEqual([400, 'ERR_AUDIO_INVALID']);
      expect(body.message).toMatch(/^audio 1: /);
    }
  });

  it('may come in ten parts, which are counted from 0', async () => {
    const parts = [...ANA, ...ANA, ...ANA, 'sentence.ogg'].map(fixture);
    const { utterances, results } = await verified({ configuration: { max_utterances: 20 } }, parts);
    expect(new Set(utterances.map(({ audio_counter }) => audio_counter)).size).toBe(10);
    const used = utterances.filter(({ rejected }) => !rejected);
    expect(results[0]!.audio_length).toBe(used.reduce((sum, each) => sum + each.total_duration, 0));
  });

  it('is cut where somebody pauses, with times of its own audio', async () => {
    const twice = wav(joinSamples([sentence, silence(1), sentence]));
    const { utterances } = await verified({ configuration: { max_utterances: 9 } }, [wav(sentence), twice]);
    expect(states(utterances)).toEqual(['0 used', '1 used', '1 used']);
    const [alone, first, second] = utterances as [Utterance, Utterance, Utterance];
    expect(Math.abs(first.start_time - alone.start_time)).toBeLessThan(0.1);
    expect(second.start_time - first.start_time).toBeGreaterThan(4);
  });
});

describe('end_silence', () => {
  /** Three sentences with 0.6 s between them. */
  const reading = () => {
    const said = sentence.subarray(8000, 53_400);
    return [wav(joinSamples([silence(0.5), said, silence(0.6), said, silence(0.6), said, silence(0.5)]))];
  };
  const used = (utterances: readonly Utterance[]) =>
    utterances.filter(({ rejected }) => !rejected).map(({ speech_duration }) => speech_duration);

  it('is a second by default, so that a reading is one utterance with all of its speech', async () => {
    const { utterances } = await verified({}, reading());
    expect(states(utterances)).toEqual(['0 used']);
    const [alone] = used((await verified({}, [wav(sentence)])).utterances);
    expect(used(utterances)[0]!).toBeGreaterThan(2.7 * alone!);
  });

  it('cuts at the pause that is asked for', async () => {
    const configuration = { end_silence: 300, max_utterances: 20 };
    const { utterances } = await verified({ configuration }, reading());
    expect(states(utterances)).toEqual(['0 used', '0 used', '0 used']);
    const long = await verified({ configuration: { end_silence: 3000 } }, [
      wav(joinSamples([sentence, silence(1), sentence])),
    ]);
    expect(states(long.utterances)).toEqual(['0 used']);
  });

  it('holds for enrolments too', async () => {
    const enrolled = async (end_silence: number) =>
      (await enroll(server, { user_id: `cut-${end_silence}`, configuration: { end_silence } }, reading()))
        .body.voiceprint.utterances;
    expect([await enrolled(1000), await enrolled(300)]).toEqual([1, 3]);
  });

  it('is from 10 to 3000 ms', async () => {
    for (const end_silence of [9, 3001, 20.5, '100']) {
      const { status, body } = await ask({ configuration: { end_silence } });
      expect([status, body.code]).toEqual([400, 'ERR_INVALID_PARAMETER']);
      expect(body.message).toMatch(/^configuration\.end_silence: expected an integer from 10 to 3000, got /);
    }
  });
});

describe('the limits', () => {
  it('that are not reached change no score', async () => {
    const scored = async (configuration: object) => {
      const { results, utterances } = await verified({ configuration });
      return { score: results[0]!.score, utterances };
    };
    const free = await scored({});
    const speech = free.utterances[0]!.speech_duration;
    for (const limit of [
      { max_speech: speech },
      { max_speech: speech + 1 },
      { max_speech: 10_000 },
      { max_utterances: 20 },
      { min_speech: speech, max_speech: speech, max_constraint_behavior: 'abort' },
    ]) {
      expect([limit, await scored(limit)]).toEqual([limit, free]);
    }
  });

  it('that leave speech out are named where too little is left', async () => {
    const three = ['sentence.flac', 'sentence.ogg', 'sentence.opus'].map(fixture);
    const { status, body } = await ask({ configuration: { min_speech: 5000 } }, three);
    expect([status, body.code]).toEqual([422, 'ERR_MIN_SPEECH']);
    expect(body.message).toMatch(
      /max_utterances is 1, which leaves out 3 utterances .*: raise max_utterances$/,
    );
    expect((await ask({ configuration: { min_speech: 5000, max_utterances: 3 } }, three)).status).toBe(200);
  });

  const twice = () => [wav(joinSamples([sentence, silence(1), sentence])), fixture('sentence.ogg')];

  it('leave one utterance unless more are allowed', async () => {
    const states1 = states((await verified({}, twice())).utterances);
    expect(states1).toEqual(['0 used', '0 TRIMMED', '1 TRIMMED']);
    const two = await verified({ configuration: { min_utterances: 2 } }, twice());
    expect(states(two.utterances)).toEqual(['0 used', '0 used', '1 TRIMMED']);
  });

  it('cut speech at max_speech, across audios', async () => {
    const { utterances } = await verified(
      { configuration: { max_speech: 4000, max_utterances: 20 } },
      twice(),
    );
    const speech = utterances
      .filter(({ rejected }) => !rejected)
      .map(({ speech_duration }) => speech_duration);
    const total = speech.reduce((sum, each) => sum + each, 0);
    expect(total).toBeLessThanOrEqual(4000);
    expect(total).toBeGreaterThan(3000);
    expect(utterances.at(-1)).toMatchObject({ rejected: true, rejected_cause: 'TRIMMED' });
  });

  const sorts: [string, object, RegExp][] = [
    [
      'ERR_MIN_SPEECH',
      { min_speech: 60_000 },
      /^0 of (\d+) ms of speech can be used; min_speech is 60000 \(rejected: 3 TRIMMED\); max_utterances is 1, which leaves out 3 utterances with \1 ms of speech: raise max_utterances$/,
    ],
    [
      'ERR_MIN_UTTERANCES',
      { min_utterances: 5 },
      /^3 utterances can be used; min_utterances is 5, and a pause of 1000 ms ends an utterance \(end_silence\)$/,
    ],
    [
      'ERR_MAX_UTTERANCES',
      { max_utterances: 2, max_constraint_behavior: 'abort' },
      /^the audio holds more than 2 utterances \(max_utterances\); raise it, or set max_constraint_behavior to "trim"$/,
    ],
    [
      'ERR_MAX_SPEECH',
      { max_speech: 3000, max_utterances: 20, max_constraint_behavior: 'abort' },
      /^the audio holds more than 3000 ms of speech \(max_speech\); raise it, or set max_constraint_behavior to "trim"$/,
    ],
  ];
  it.each(sorts)('%s: %o', async (code, configuration, message) => {
    const account_tag = code.toLowerCase();
    const { status, headers, body } = await ask(
      { configuration: { ...configuration, account_tag } },
      twice(),
    );
    const { transaction_id, ...error } = body;
    expect([status, error]).toEqual([422, { code, message: expect.stringMatching(message) }]);
    expect(headers.get('x-transaction-id')).toBe(transaction_id);
    const rows = billing(folder).filter((row) => row.account_tag === account_tag);
    expect(rows).toMatchObject([{ transaction_id, operation: 'verify', outcome: code, users: '1' }]);
  });

  it('ERR_MIN_SPEECH: silence and noise hold no speech', async () => {
    const noise = Float32Array.from({ length: 48_000 }, (_, i) => 0.3 * Math.sin(i * i * 0.7));
    for (const audio of [wav(silence(3)), wav(noise)]) {
      const { status, body } = await ask({}, [audio]);
      expect([status, body.code]).toEqual([422, 'ERR_MIN_SPEECH']);
      expect(body.message).toMatch(/^(there is no|0 of \d+ ms of) speech/);
    }
  });

  it('reject what is clipped, and say so', async () => {
    const clipped = wav(sentence.map((sample) => Math.max(-1, Math.min(1, 40 * sample))));
    const { body } = await ask({ configuration: { max_utterances: 5 } }, [clipped, wav(sentence)]);
    expect([...new Set(states(body.utterances))]).toEqual(['0 CLIPPED', '1 used']);
  });

  it('take speech of up to two minutes', async () => {
    const long = wav(repeated(joinSamples([sentence, silence(0.5)]), 12));
    const { utterances } = await verified({ configuration: { max_utterances: 20 } }, [long]);
    expect(utterances.filter(({ rejected }) => !rejected)).toHaveLength(12);
  });
});

it('bills an operation once, with its audio and speech', async () => {
  const { transaction_id, utterances } = await verified({ configuration: { account_tag: 'one_op-1' } });
  const rows = billing(folder).filter(({ account_tag }) => account_tag === 'one_op-1');
  expect(rows).toMatchObject([
    {
      transaction_id,
      operation: 'verify',
      outcome: 'DONE',
      users: '1',
      speech_ms: String(utterances[0]!.speech_duration),
    },
  ]);
  expect(Math.abs(Number(rows[0]!.audio_ms) - sentence.length / 16)).toBeLessThan(2);
});
