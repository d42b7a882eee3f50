import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { joinSamples } from '@locutor/audio';
import { beforeAll, describe, expect, it } from 'vitest';
import { recognitionServer, SENTENCE } from './support/recognition-server.ts';
import { EARLIER, recognize, texts } from './support/recognize.ts';
import { root } from './support/server.ts';
import type { SharedServer } from './support/shared-server.ts';
import { type Bytes, fixture, samplesOf, silence, wav } from './support/speech.ts';
import { enroll, type Verification, verify } from './support/verify.ts';

const data = join(root, '..', 'shared', 'data', 'readers-en');
const BOTH = { 'Infer-gender-enabled': 'true', 'Infer-age-enabled': 'true' };

interface Traits {
  gender_scores?: { event: string; gender: string; p: [number, number] };
  age_scores?: { event: string; age: number; group: string; p: Record<string, number>; confidence: number };
}

/** People of readers-en whom the shipped heads were not fitted on. */
const READERS = [
  ['1098-133695-0000.flac', 'F', 'FEMALE'],
  ['1723-141149-0000.flac', 'M', 'MALE'],
] as const;

const NO_READERS = 'no recordings beside the clone; synthetic voices are tested above';
/** Sentences of one synthetic voice each. */
const VOICES = [
  [['amount.opus', 'filler.opus', 'nested.opus'], 'F', 'FEMALE'],
  [['sentence.flac', 'pizza.opus', 'date.opus'], 'M', 'MALE'],
] as const;

async function said(files: readonly string[]): Promise<Bytes> {
  return wav(joinSamples(await Promise.all(files.map(samplesOf))));
}

let server: SharedServer;
let sentence: Float32Array;

beforeAll(async () => {
  server = await recognitionServer();
  sentence = await samplesOf('sentence.flac');
  await enroll(server, { user_id: 'ana' }, [fixture('sentence.flac'), fixture('pizza.opus')]);
});

async function traitsOf(body: Bytes, headers: Record<string, string> = BOTH): Promise<Traits[]> {
  const answer = await recognize(server, body, { headers });
  expect(answer.status).toBe(200);
  return answer.segments() as Traits[];
}

describe('RECOGNIZE', () => {
  it('gives gender and age of every segment, as the interface words them', async () => {
    const all = wav(joinSamples([sentence, silence(2), sentence]));
    const segments = await traitsOf(all);
    expect(segments).toHaveLength(2);
    for (const { gender_scores, age_scores } of segments) {
      expect(Object.keys(gender_scores!)).toEqual(['event', 'gender', 'p']);
      expect(gender_scores!.event).toBe('GENDER RESULT');
      expect(gender_scores!.gender).toMatch(/^(F|M|UNKNOWN)$/);
      expect(gender_scores!.p[0] + gender_scores!.p[1]).toBeCloseTo(1);
      expect(Object.keys(age_scores!).sort()).toEqual(['age', 'confidence', 'event', 'group', 'p']);
      expect(age_scores!.event).toBe('AGE RESULT');
      expect(age_scores!.group).toMatch(/^(CHILD|TEENAGER|YOUNG_ADULT|ADULT|SENIOR)$/);
      const ranges = Array.from({ length: 10 }, (_, n) => `${10 * n}-${10 * n + 10}`);
      expect(Object.keys(age_scores!.p)).toEqual(ranges);
      expect(Object.values(age_scores!.p).reduce((sum, p) => sum + p, 0)).toBeCloseTo(1);
    }
    // Both segments are of one voice, so they are judged together.
    expect(segments[0]!.gender_scores).toEqual(segments[1]!.gender_scores);
    expect(segments[0]!.age_scores).toEqual(segments[1]!.age_scores);
  });

  it('gives only what was asked for, with the same words', async () => {
    const plain = await recognize(server, wav(sentence));
    expect(plain.text).not.toMatch(/gender_scores|age_scores/);
    const [gender] = await traitsOf(wav(sentence), { 'Infer-gender-enabled': '1' });
    expect(gender).toHaveProperty('gender_scores');
    expect(gender).not.toHaveProperty('age_scores');
    const asked = await recognize(server, wav(sentence), { headers: { 'Infer-age-enabled': 'on' } });
    expect(asked.text).not.toContain('gender_scores');
    expect(texts(asked.segments())).toEqual(texts(plain.segments()));
  });

  it('gives them as XML', async () => {
    const answer = await recognize(server, wav(sentence), {
      headers: { ...BOTH, accept: 'application/xml' },
    });
    expect(answer.text).toMatch(
      /<gender_scores><event>GENDER RESULT<\/event><gender>(F|M|UNKNOWN)<\/gender>/,
    );
    expect(answer.text).toMatch(/<years_90-100>[\d.]+<\/years_90-100>/);
  });

  it('gives none where nobody speaks', async () => {
    const [segment, ...others] = await traitsOf(wav(silence(2)));
    expect(others).toEqual([]);
    expect(segment).toMatchObject({ result_status: 'NO_SPEECH' });
    expect(segment).not.toHaveProperty('gender_scores');
    expect(segment).not.toHaveProperty('age_scores');
  });

  it('says UNKNOWN of a short word, and an age that is not certain', async () => {
    const [segment] = await traitsOf(fixture('no.opus'), { ...BOTH, 'content-type': 'audio/ogg' });
    expect(segment!.gender_scores!.gender).toBe('UNKNOWN');
    expect(segment!.age_scores!.confidence).toBeLessThan(50);
  });

  it('gives none on the earlier variant, which ignores the headers', async () => {
    const answer = await recognize(server, wav(sentence), { path: EARLIER, headers: BOTH });
    expect(texts(answer.segments())).toEqual([SENTENCE]);
    expect(answer.text).not.toMatch(/gender_scores|age_scores/);
  });

  it('gives them beside a grammar, whose words it is bound to', async () => {
    const answer = await recognize(server, wav(sentence), { lm: 'file:agent.abnf', headers: BOTH });
    expect(answer.segments()[0]!.alternatives[0]!.interpretations).toEqual(['{"who":"agent"}']);
    expect(answer.segments()[0]).toMatchObject({ gender_scores: { event: 'GENDER RESULT' } });
  });

  it('finds the genders of synthetic voices', async () => {
    for (const [files, letter] of VOICES) {
      const segments = await traitsOf(await said(files));
      expect(segments.map((each) => each.gender_scores!.gender)).toEqual([letter, letter, letter]);
    }
  });

  it('finds the genders of readers', async (context) => {
    if (!existsSync(data)) context.skip(NO_READERS);
    for (const [file, letter] of READERS) {
      const [segment] = await traitsOf(new Uint8Array(readFileSync(join(data, file))));
      expect(segment!.gender_scores!.gender, file).toBe(letter);
    }
  });
});

describe('VERIFY', () => {
  const traits = async (configuration: object, audio = fixture('sentence.flac')) => {
    const { status, body } = await verify(server, { user_ids: ['ana', 'nobody', 'ana'], configuration }, [
      audio,
    ]);
    expect(status).toBe(200);
    return (body as Verification).results.map(({ gender, age }) => [gender, age]);
  };

  it('says UNKNOWN unless it is asked', async () => {
    const unknown = ['UNKNOWN', 'UNKNOWN'];
    expect(await traits({})).toEqual([unknown, unknown, unknown]);
    expect(await traits({ gender_detection: false, age_detection: false })).toEqual([
      unknown,
      unknown,
      unknown,
    ]);
  });

  it('says the same for every user it compares, and UNKNOWN beside an error', async () => {
    const [first, nobody, again] = await traits({ gender_detection: true, age_detection: true });
    expect(nobody).toEqual(['UNKNOWN', 'UNKNOWN']);
    expect(again).toEqual(first);
    expect(first![0]).toMatch(/^(FEMALE|MALE|UNKNOWN)$/);
    expect(first![1]).toMatch(/^(CHILD|TEENAGER|YOUNG_ADULT|ADULT|SENIOR|UNKNOWN)$/);
  });

  it('finds the genders of synthetic voices', async () => {
    for (const [files, , word] of VOICES) {
      const found = await traits({ gender_detection: true }, await said(files));
      expect(found[0]).toEqual([word, 'UNKNOWN']);
    }
  });

  it('finds the genders of readers', async (context) => {
    if (!existsSync(data)) context.skip(NO_READERS);
    for (const [file, , word] of READERS) {
      const found = await traits({ gender_detection: true }, new Uint8Array(readFileSync(join(data, file))));
      expect(found[0], file).toEqual([word, 'UNKNOWN']);
    }
  });
});
