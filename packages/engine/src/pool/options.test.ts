import { availableParallelism } from 'node:os';
import { describe, expect, test } from 'vitest';
import { EnginePool } from './engine-pool.ts';
import { physicalCores } from './physical-cores.ts';

describe('options', () => {
  test.each([
    ['processes', 0],
    ['processes', 1.5],
    ['maxQueue', -1],
    ['startAttempts', 0],
    ['defaultDeadlineMs', Number.NaN],
  ])('%s of %s is refused by name', (name, value) => {
    expect(() => new EnginePool({ settings: {}, [name]: value })).toThrow(
      new RegExp(`${name} must be a whole number from \\d, not ${value}`),
    );
  });

  test('the default is a process per physical core', () => {
    expect(new EnginePool({ settings: {} }).state().processes).toHaveLength(physicalCores());
    expect(physicalCores()).toBeGreaterThanOrEqual(1);
    expect(physicalCores()).toBeLessThanOrEqual(availableParallelism());
  });
});
