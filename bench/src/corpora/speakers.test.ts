import { expect, test } from 'vitest';
import { isHeldOut, partOf } from './speakers.ts';

const names = Array.from({ length: 400 }, (_, n) => `speaker ${n}`);

// What is shipped was fitted on the other half: a speaker who changes sides would be measured after being fitted on.
test('speakers stay in the half that they were in when weights were fitted', () => {
  expect(['0001', '0094', '103', '01', '02'].map(isHeldOut)).toEqual([true, false, false, false, true]);
});

test('about half of the speakers are held out, and other splits do not follow the halves', () => {
  const held = names.filter(isHeldOut);
  expect(Math.abs(held.length - 200)).toBeLessThan(40);
  const alsoFirst = held.filter((name) => partOf(name, 'another split ', 2) === 0);
  expect(Math.abs(alsoFirst.length - held.length / 2)).toBeLessThan(30);
});
