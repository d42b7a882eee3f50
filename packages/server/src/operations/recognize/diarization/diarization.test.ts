import type { Diarization, SpeakerTurn } from '@locutor/contract';
import { EngineDiedError } from '@locutor/engine';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MemoryAudit, MemoryBiometrics } from '../../../biometrics/testing/memory-biometrics.ts';
import { plainScorer } from '../../../biometrics/testing/plain-voices.ts';
import { StoreError } from '../../../store/index.ts';
import { type Asked, ask, spoken } from '../testing.ts';
import { diarizeCall } from './diarize.ts';
import { bestPairs, NAMING_SCORE, usersAmong } from './name-speakers.ts';
import { readDiarization } from './parameters.ts';
import { speakerLabels, withSpeakers } from './with-speakers.ts';

const turn = (start: number, end: number, speaker: number, confidence = 0.9): SpeakerTurn => ({
  start,
  end,
  speaker,
  confidence,
});

/** Asks with diarization on, of an engine that finds these turns. */
function askWho(turns: SpeakerTurn[] | Error, asked: Asked = {}) {
  const diarizer = {
    diarize: async (): Promise<Diarization> => {
      if (turns instanceof Error) throw turns;
      return { turns, voices: [] };
    },
  };
  const headers = { 'diarization-enabled': 'true', ...asked.headers };
  const segments = [spoken(['good morning'], 0.9, 0), spoken(['hello'], 0.9, 3)];
  return ask(() => segments, { ...asked, headers, changes: { diarizer, ...asked.changes } });
}

describe('diarization', () => {
  it('names the speaker of segments and words, and tells the recogniser where they change', async () => {
    const { json, requests } = await askWho([turn(0, 2, 0, 0.8), turn(3, 5, 1)]);
    const [first, second] = json();
    expect(first.diarization_result).toEqual({ speaker: '1', confidence: 80 });
    expect(second.diarization_result).toEqual({ speaker: '2', confidence: 90 });
    for (const word of first.alternatives[0].words) {
      expect(word.diarization_result).toEqual({ speaker: '1', confidence: 80 });
    }
    expect(requests[0]?.speakerChanges).toEqual([2.5]);
  });

  it('is in XML, too', async () => {
    const { body } = await askWho([turn(0, 5, 0)], { headers: { accept: 'application/xml' } });
    const result = '<diarization_result><speaker>1</speaker><confidence>90</confidence></diarization_result>';
    expect(body.split(result)).toHaveLength(1 + 2 + 3);
  });

  it('is made once for all passes', async () => {
    let asked = 0;
    const diarizer = {
      diarize: async () => {
        asked += 1;
        return { turns: [turn(0, 2, 0), turn(3, 5, 1)], voices: [] };
      },
    };
    const lms = ['builtin:slm/en', 'builtin:slm/pt'];
    const { requests } = await askWho([], { lms, changes: { diarizer } });
    expect([asked, requests.length]).toEqual([1, 2]);
    expect(requests.map(({ speakerChanges }) => speakerChanges)).toEqual([[2.5], [2.5]]);
  });

  it('that fails is a failure of the recognition, and not of the server', async () => {
    const { status, json } = await askWho(new EngineDiedError('diarize', 'killed'));
    expect([status, json()[0].result_status]).toEqual([200, 'FAILURE']);
  });

  it('takes its time from that of the recognition', async () => {
    const changes = {
      diarizer: {
        diarize: (_audio: unknown, { signal }: { signal?: AbortSignal }) =>
          new Promise<never>((_resolve, reject) => {
            signal?.addEventListener('abort', () => reject(signal.reason));
          }),
      },
    };
    const headers = { 'recognitionTimeout.enabled': 'true', 'recognitionTimeout.value': '20' };
    const { json } = await askWho([], { headers, changes });
    expect(json()[0].result_status).toBe('RECOGNITION_TIMEOUT');
  });

  it('that finds nobody leaves the results as they are', async () => {
    const { json } = await askWho([]);
    expect(json()[0].diarization_result).toBeUndefined();
  });

  it.each([
    ['diarization.minSpeakers', '0'],
    ['diarization.maxSpeakers', '21'],
    ['diarization.maxSpeakers', 'two'],
    ['diarization.users', ''],
    ['diarization.users', 'a,,b'],
    ['diarization.users', '%zz'],
    ['diarization.users', '%00'],
    ['diarization.scenario', '1st'],
    ['diarization.speakers', '2'],
  ])('refuses %s: %s', async (name, value) => {
    const { status, json } = await askWho([], { headers: { [name]: value } });
    expect([status, json().code]).toEqual([400, 'ERR_INVALID_PARAMETER']);
  });

  it('refuses fewer speakers at most than at least', async () => {
    const headers = { 'diarization-minSpeakers': '3', 'diarization-maxSpeakers': '2' };
    const { json } = await askWho([], { headers });
    expect(json().message).toBe(
      'diarization-minSpeakers: expected at most diarization-maxSpeakers, which is 2, got 3',
    );
  });

  it('needs credentials for verify to name users', async () => {
    const asked = (token?: string) => {
      const authorization = token && { authorization: `Bearer ${token}` };
      return askWho([turn(0, 2, 0)], { headers: { 'diarization.users': 'anna', ...authorization } });
    };
    expect((await asked()).json().code).toBe('ERR_UNAUTHORIZED');
    expect((await asked('recognize-token')).json().code).toBe('ERR_FORBIDDEN');
  });
});

describe('users', () => {
  it('are read from a list, decoded, each once', () => {
    const headers = { 'diarization-enabled': 'on', 'diarization-users': 'anna, j%C3%B6rg,a%2Cb,anna' };
    expect(readDiarization(headers, 'hosted')?.users).toEqual({
      userIds: ['anna', 'jörg', 'a,b'],
      place: { repository: 'default', scenario: 'default' },
    });
  });

  it('are one speaker each at most, the surest first', () => {
    const pair = fc.record({
      speaker: fc.integer({ min: 0, max: 4 }),
      userId: fc.constantFrom('a', 'b', 'c', 'd'),
      score: fc.double({ min: -1, max: 1, noNaN: true }),
    });
    fc.assert(
      fc.property(fc.array(pair, { maxLength: 30 }), (pairs) => {
        const named = bestPairs(pairs);
        expect(new Set(named.values()).size).toBe(named.size);
        const good = pairs.filter(({ score }) => score >= NAMING_SCORE);
        const best = good.toSorted((a, b) => b.score - a.score)[0];
        if (best) expect(named.get(best.speaker)).toBe(best.userId);
        for (const { speaker, userId } of good) {
          expect(named.has(speaker) || [...named.values()].includes(userId)).toBe(true);
        }
      }),
    );
  });
});

describe('users among the speakers', () => {
  const place = { repository: 'default', scenario: 'default' };
  const spokenBy = (name: string) => ({ voice: Buffer.from(name), speech: 3 });

  async function name(userIds: string[], biometrics = new MemoryBiometrics()) {
    const keep = (userId: string, content: string, fingerprint = plainScorer.fingerprint) =>
      biometrics.enroll(
        place,
        userId,
        () => ({ voiceprint: { bytes: Buffer.from(content), fingerprint, utterances: 1, speechMs: 1000 } }),
        { operation: 'enroll', audioMs: 0, speechMs: 0, caller: { actor: 'a', requestId: 'r' } },
        { replaces: false },
      );
    await keep('anna', 'anna');
    await keep('carl', 'carl');
    await keep('broken', 'damaged');
    await keep('old', 'anna', 'another model');
    const audit = new MemoryAudit();
    const faults: unknown[] = [];
    const named = await usersAmong(
      { turns: [], voices: [spokenBy('bert'), undefined, spokenBy('anna')] },
      { userIds, place },
      { scorer: plainScorer, biometrics, audit },
      { caller: { actor: 'a', requestId: 'r' }, onFault: (error) => faults.push(error) },
    );
    const outcomes = audit.events.flatMap(({ users }) => users ?? []);
    return {
      named,
      faults,
      outcomes: Object.fromEntries(outcomes.map((each) => [each.userId, each.outcome])),
    };
  }

  it('are named although the voiceprints of others cannot be compared', async () => {
    const { named, faults, outcomes } = await name(['broken', 'old', 'nobody', 'anna', 'carl']);
    expect([...named]).toEqual([[2, 'anna']]);
    expect(faults).toHaveLength(1);
    expect(outcomes).toEqual({
      broken: 'INTERNAL',
      old: 'OTHER_MODEL',
      nobody: 'NOT_ENROLLED',
      anna: 'ACCEPTED',
      carl: 'REJECTED',
    });
  });

  it('are named although the database has a damaged one', async () => {
    const biometrics = new MemoryBiometrics();
    const read = biometrics.voiceprints.bind(biometrics);
    biometrics.voiceprints = async (at, userIds) => {
      if (userIds.includes('broken')) throw new StoreError('ERR_STORE_DAMAGED', 'for the operator');
      return read(at, userIds);
    };
    const { named, outcomes } = await name(['anna', 'broken'], biometrics);
    expect([...named]).toEqual([[2, 'anna']]);
    expect(outcomes).toEqual({ anna: 'ACCEPTED', broken: 'INTERNAL' });
  });
});

describe('a diarization that fails', () => {
  const timers = { 'decoder.startInputTimers': true, 'recognitionTimeout.enabled': true };

  it.each([
    ['because its process died', new EngineDiedError('diarize', 'killed'), 60_000, 'FAILURE'],
    ['because it took too long', undefined, 1, 'RECOGNITION_TIMEOUT'],
  ])('%s is in the audit log for every user on the list', async (_, error, patience, outcome) => {
    const audit = new MemoryAudit();
    const diarize = (_audio: unknown, { signal }: { signal?: AbortSignal }) =>
      new Promise<never>((_resolve, reject) => {
        if (error) reject(error);
        signal?.addEventListener('abort', () => reject(signal.reason));
      });
    const place = { repository: 'default', scenario: 'default' };
    const call = {
      audio: { bytes: Buffer.from('audio') },
      diarization: { count: { least: 1, most: 20 }, users: { userIds: ['anna', 'carl'], place } },
      parameters: { ...timers, 'recognitionTimeout.value': patience } as never,
      acceptedAt: performance.now(),
      caller: { actor: 'a', requestId: 'r' },
      client: 'a',
    };
    const voices = { scorer: plainScorer, biometrics: new MemoryBiometrics(), audit };
    const dependencies = { diarizer: { diarize }, voices, onFault: () => {} };
    await expect(diarizeCall(call, dependencies, new AbortController().signal)).rejects.toThrow(outcome);
    expect(audit.events).toMatchObject([
      {
        action: 'verify',
        outcome,
        users: [
          { userId: 'anna', outcome },
          { userId: 'carl', outcome },
        ],
      },
    ]);
  });
});

describe('the names of speakers', () => {
  it('are numbers that no user has, in the order of speech', () => {
    const stretches = [turn(0, 1, 2), turn(1, 2, 0), turn(2, 3, 1)];
    const label = speakerLabels(stretches, new Map([[0, '7']]), ['7', '1']);
    expect([2, 0, 1].map(label)).toEqual(['2', '7', '3']);
  });

  it('are the same for a segment and all its words', () => {
    const time = fc.double({ min: 0, max: 20, noNaN: true });
    fc.assert(
      fc.property(
        fc.array(time, { minLength: 2, maxLength: 8 }),
        time,
        fc.array(time),
        (cuts, start, words) => {
          const sorted = cuts.toSorted((a, b) => a - b);
          const stretches = sorted.slice(1).map((end, n) => turn(sorted[n]!, end, n % 3));
          const result = {
            alternatives: [
              {
                index: 0,
                text: 'x',
                score: 1,
                lm: 'x',
                interpretations: [],
                interpretation_scores: [],
                words: words.map((at) => ({ text: 'x', score: 1, start_time: at, end_time: at + 0.5 })),
              },
            ],
            result_status: 'RECOGNIZED' as const,
            segment_index: 0,
            last_segment: true,
            final_result: true,
            start_time: start,
            end_time: start + 3,
          };
          const [named] = withSpeakers([result], stretches, String);
          const { speaker } = named!.diarization_result!;
          for (const { diarization_result } of named!.alternatives[0]!.words) {
            expect(diarization_result!.speaker).toBe(speaker);
            expect(diarization_result!.confidence).toBeGreaterThanOrEqual(0);
            expect(diarization_result!.confidence).toBeLessThanOrEqual(100);
          }
        },
      ),
    );
  });
});
