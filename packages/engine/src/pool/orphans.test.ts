import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { isAlive, until } from './test-support/test-pool.mjs';

test('when the parent is killed its engine processes end, even one in an endless loop', async () => {
  const script = fileURLToPath(new URL('./test-support/orphan-parent.mjs', import.meta.url));
  const parent = spawn(process.execPath, [script], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [line] = await once(createInterface({ input: parent.stdout }), 'line');
  const pids = JSON.parse(line) as number[];
  expect(pids.map(isAlive)).toEqual([true, true]);
  parent.kill('SIGKILL');
  await until(() => !pids.some(isAlive));
});
