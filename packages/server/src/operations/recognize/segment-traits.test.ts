import type { RecognizedSegment } from '@locutor/contract';
import type { SpokenBy } from '@locutor/voices';
import { describe, expect, it } from 'vitest';
import { plainTraits } from '../../biometrics/testing/plain-traits.ts';
import type { RecognitionResult } from '../results/result.ts';
import { ask, spoken } from './testing.ts';

const voice = (female: boolean, speech = 3) => ({ speech, slow: Float32Array.of(female ? 1 : -1) });
const segments = (): RecognizedSegment[] => [
  { ...spoken(['hello'], 0.9, 1), voice: voice(true) },
  { ...spoken(['bye'], 0.9, 5), voice: voice(false, 4.2) },
];
const GENDER = { 'Infer-gender-enabled': 'true' };
const AGE = { 'Infer-age-enabled': 'yes' };
const female = { event: 'GENDER RESULT', gender: 'F', p: [0.9, 0.1] };
const male = { event: 'GENDER RESULT', gender: 'M', p: [0.1, 0.9] };

describe('gender and age', () => {
  it('are in the answer where they were asked for, and nowhere else', async () => {
    const [first, second] = (await ask(segments, { headers: { ...GENDER, ...AGE } })).json();
    expect(first).toMatchObject({ result_status: 'RECOGNIZED', gender_scores: female });
    expect(first.age_scores).toEqual({
      event: 'AGE RESULT',
      age: 30,
      group: 'YOUNG_ADULT',
      p: {
        '0-10': 0.05,
        '10-20': 0.1,
        '20-30': 0.5,
        '30-40': 0.2,
        '40-50': 0.1,
        '50-60': 0.05,
        '60-70': 0,
        '70-80': 0,
        '80-90': 0,
        '90-100': 0,
      },
      confidence: 61,
    });
    expect(second).toMatchObject({ gender_scores: male, age_scores: { age: 42 } });
    const [gender] = (await ask(segments, { headers: GENDER })).json();
    expect(gender).toMatchObject({ gender_scores: female });
    expect(gender).not.toHaveProperty('age_scores');
    const [age] = (await ask(segments, { headers: { ...AGE, 'Infer-gender-enabled': 'off' } })).json();
    expect(age).not.toHaveProperty('gender_scores');
    expect(age).toHaveProperty('age_scores');
  });

  it('make the engine embed the voice, at as many speeds as they need', async () => {
    const views = async (headers: Record<string, string>, url?: string) =>
      (await ask(segments, { headers, ...(url && { url }) })).requests.map((request) => request.voice);
    expect(await views({})).toEqual([undefined]);
    expect(await views(GENDER)).toEqual(['slow']);
    expect(await views(AGE)).toEqual(['both']);
    expect(await views({ ...GENDER, ...AGE })).toEqual(['both']);
    expect(await views({ 'Infer-gender-enabled': 'false' })).toEqual([undefined]);
    expect(await views({ ...GENDER, ...AGE }, '/asr-server/rest/recognize')).toEqual([undefined]);
  });

  it('are embedded by one of several passes', async () => {
    const { requests, json } = await ask(
      (request) => (request.voice ? segments() : [spoken(['olá'], 0.5, 1), spoken(['tchau'], 0.5, 5)]),
      { headers: GENDER, lms: ['builtin:slm/en', 'builtin:slm/pt'] },
    );
    expect(requests.map((request) => request.voice)).toEqual(['slow', undefined]);
    expect(json()).toMatchObject([{ gender_scores: female }, { gender_scores: male }]);
  });

  it('are pooled by the speaker that diarization found', async () => {
    const pooledBy: (string | undefined)[][] = [];
    const traits = {
      ...plainTraits,
      pooled: (spokenBy: readonly SpokenBy[]) => {
        pooledBy.push(spokenBy.map(({ speaker }) => speaker));
        return plainTraits.pooled(spokenBy);
      },
    };
    const turns = [
      { start: 1, end: 3, speaker: 4, confidence: 0.9 },
      { start: 5, end: 7, speaker: 2, confidence: 0.9 },
    ];
    const diarizer = { diarize: async () => ({ turns, voices: [] }) };
    const headers = { ...GENDER, 'diarization-enabled': 'true' };
    const { json } = await ask(segments, { headers, changes: { traits, diarizer } });
    expect(json().map((each: RecognitionResult) => each.diarization_result?.speaker)).toEqual(['1', '2']);
    await ask(segments, { headers: GENDER, changes: { traits } });
    expect(pooledBy).toEqual([
      ['1', '2'],
      [undefined, undefined],
    ]);
  });

  it('are estimated once for each speaker, however many segments there are', async () => {
    let estimates = 0;
    const one = voice(true);
    const traits = {
      ...plainTraits,
      pooled: (spokenBy: readonly SpokenBy[]) => spokenBy.map(() => one),
      age: (given: typeof one) => {
        estimates += 1;
        return plainTraits.age(given);
      },
    };
    const { json } = await ask(segments, { headers: AGE, changes: { traits } });
    expect(json().map((each: RecognitionResult) => each.age_scores?.age)).toEqual([30, 30]);
    expect(estimates).toBe(1);
  });

  it('stay with a segment whose words are not certain enough', async () => {
    const unsure = () => [{ ...spoken(['x'], 0.2, 1), voice: voice(true) }];
    const headers = { ...GENDER, 'decoder-confidenceThreshold': '100' };
    expect((await ask(unsure, { headers })).json()).toMatchObject([
      { result_status: 'NO_MATCH', alternatives: [], gender_scores: female },
    ]);
  });

  it('are missing where nobody speaks', async () => {
    const silent = () => [{ status: 'no-speech', start: 0, end: 2, alternatives: [], bound: [] } as const];
    const [segment] = (await ask(silent as never, { headers: { ...GENDER, ...AGE } })).json();
    expect(segment.result_status).toBe('NO_SPEECH');
    expect(segment).not.toHaveProperty('gender_scores');
    expect(segment).not.toHaveProperty('age_scores');
  });

  it('are elements in XML', async () => {
    const headers = { ...GENDER, ...AGE, accept: 'application/xml' };
    const { body } = await ask(segments, { headers });
    expect(body).toContain(
      '<gender_scores><event>GENDER RESULT</event><gender>F</gender><p><probability>0.9</probability><probability>0.1</probability></p></gender_scores>',
    );
    expect(body).toContain('<years_0-10>0.05</years_0-10><years_10-20>0.1</years_10-20>');
    expect(body).toContain('<group>YOUNG_ADULT</group>');
  });

  it.each(['Infer-age-enabled', 'Infer-gender-enabled'])('%s must be true or false', async (header) => {
    for (const word of ['maybe', 'constructor', '__proto__', '']) {
      const { status, json } = await ask(segments, { headers: { [header]: word } });
      expect([status, json().code], word).toEqual([400, 'ERR_INVALID_PARAMETER']);
    }
    expect(
      (await ask(segments, { headers: { [header]: 'maybe' }, url: '/asr-server/rest/recognize' })).status,
    ).toBe(200);
  });
});
