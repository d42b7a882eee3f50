import { expect, it } from 'vitest';
import { anchorOf } from './anchors.ts';

it.each([
  ['pool: engine processes', 'pool-engine-processes'],
  ['Anti-spoofing: what it catches and what not', 'anti-spoofing-what-it-catches-and-what-not'],
  ['Gender & age', 'gender--age'],
  ['Ação nº 1', 'ação-nº-1'],
])('the anchor of "%s"', (heading, anchor) => {
  expect(anchorOf(heading)).toBe(anchor);
});
