import { describe, it } from 'vitest';
import { descriptors } from '../bench/src/faults/descriptors.ts';
import { Unavailable } from '../bench/src/faults/fault.ts';
import { mainKilled } from '../bench/src/faults/main-killed.ts';
import { readOnly } from '../bench/src/faults/read-only.ts';

// The short form of `npm run bench -- faults`: those that no other end-to-end test has.
describe('faults around a server', () => {
  it.each([mainKilled, readOnly, descriptors])('$name', async ({ run }) => {
    try {
      await run();
    } catch (error) {
      if (!(error instanceof Unavailable)) throw error;
      console.log(`skipped: ${error.message}`);
    }
  });
});
