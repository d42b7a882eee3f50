import { expect, it } from 'vitest';
import { plainServer } from '../testing/plain-server.ts';

async function traitsOf(configuration: object, ...audios: string[]) {
  const server = await plainServer();
  await server.enroll({ user_id: 'ana' }, 'ana:3000');
  const { body } = await server.verify({ user_ids: ['ana', 'nobody', 'ana'], configuration }, ...audios);
  return body.results.map(({ gender, age }: { gender: string; age: string }) => `${gender} ${age}`);
}

const both = { gender_detection: true, age_detection: true };

it.each<[string, object, string, string]>([
  ['are UNKNOWN when off', {}, 'ana:3000', 'UNKNOWN UNKNOWN'],
  ['are given when on', both, 'ana:3000', 'FEMALE YOUNG_ADULT'],
  ['are of the audio, not of the user', both, 'bob:3000', 'MALE YOUNG_ADULT'],
  ['are UNKNOWN where the head is not certain', both, 'al:3000', 'MALE UNKNOWN'],
  ['are switched on one by one: gender', { gender_detection: true }, 'ana:3000', 'FEMALE UNKNOWN'],
  ['are switched on one by one: age', { age_detection: true }, 'ana:3000', 'UNKNOWN YOUNG_ADULT'],
])('gender and age %s, and UNKNOWN beside an error', async (_name, configuration, audio, expected) => {
  expect(await traitsOf(configuration, audio)).toEqual([expected, 'UNKNOWN UNKNOWN', expected]);
});
