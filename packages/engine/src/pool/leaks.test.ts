import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';

/**
 * Bytes still held per job, of the heap and outside it. Eight runs left 39 to 83 in the main process and up to
 * 300 in the engine process.
 */
const TOLERATED_BYTES = 1024;
const PLANTED_BYTES = 2048;

interface Growth {
  main: { bytesPerJob: number; resources: number };
  engine: { bytesPerJob: number; resources: number };
  /** On a signal that outlives the jobs. */
  listeners: number;
  restarts: number;
}

/** What 1,000 jobs leave behind when nothing else runs in the process; something may be planted to be found. */
async function growth(...planted: (string | number)[]): Promise<Growth> {
  const script = fileURLToPath(new URL('./test-support/leak-parent.mjs', import.meta.url));
  const { stdout } = await promisify(execFile)(process.execPath, [
    '--expose-gc',
    script,
    ...planted.map(String),
  ]);
  return JSON.parse(stdout) as Growth;
}

describe('1,000 jobs', () => {
  test('leave no memory, listener or handle behind', async () => {
    const grown = await growth();
    for (const side of [grown.main, grown.engine]) {
      expect(side.bytesPerJob).toBeLessThan(TOLERATED_BYTES);
      expect(side.resources).toBeLessThanOrEqual(2);
    }
    expect(grown).toMatchObject({ listeners: 0, restarts: 0 });
  });

  test.each(['main', 'engine'] as const)(
    'that keep something in the %s process are found out',
    async (side) => {
      expect((await growth(side, PLANTED_BYTES))[side].bytesPerJob).toBeGreaterThan(TOLERATED_BYTES);
    },
  );
});
