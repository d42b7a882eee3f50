import { expect, it } from 'vitest';
import { packets } from './packets.ts';

it('joins samples to packets of big-endian bytes, and sends the rest at the end', () => {
  const sent: number[][] = [];
  const line = packets(20, (bytes) => sent.push([...bytes]));
  for (const samples of [[1], [256, -2], [3, 4]]) line.add(Int16Array.from(samples));
  expect(sent).toEqual([
    [0, 1, 1, 0],
    [255, 254, 0, 3],
  ]);
  line.flush();
  line.flush();
  expect(sent.slice(2)).toEqual([[0, 4]]);
});
