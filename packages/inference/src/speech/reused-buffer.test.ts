import { describe, expect, it } from 'vitest';
import { ReusedBuffer } from './reused-buffer.ts';

describe('ReusedBuffer', () => {
  it('keeps what was written when it grows, beyond what was reserved too', () => {
    const buffer = new ReusedBuffer(10);
    buffer.floats(3).set([1, 2, 3]);
    expect([...buffer.floats(20_000).subarray(0, 3)]).toEqual([1, 2, 3]);
    expect([...buffer.floats(200_000).subarray(0, 3)]).toEqual([1, 2, 3]);
  });

  it('gives back what is no longer wanted', () => {
    const buffer = new ReusedBuffer(100_000);
    const all = buffer.floats(100_000).fill(7);
    buffer.shrink(0);
    expect(all.byteLength).toBe(0);
    expect(buffer.floats(100_000).every((value) => value === 0)).toBe(true);
  });
});
