import { expect, test } from 'vitest';
import { isBelieved } from './believed-word.ts';

test('long words are believed with less certainty than short ones', () => {
  expect([isBelieved({ total: -0.5 }, 'b'), isBelieved({ total: -2 }, 'b')]).toEqual([true, false]);
  expect([isBelieved({ total: -2 }, 'either'), isBelieved({ total: -6 }, 'either')]).toEqual([true, false]);
});
