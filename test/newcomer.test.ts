import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { watchAnswers } from './support/contract/watch.ts';
import { newFolder, root } from './support/server.ts';

const git = (...args: string[]) => spawnSync('git', args, { cwd: root, encoding: 'utf8' });

/** Runs `npm start` in a folder until it greets, and tells what it printed on the way. */
async function npmStart(folder: string) {
  const child = spawn('npm', ['start'], {
    cwd: folder,
    // A group of its own, so that npm, its shell and the server can be stopped together as a terminal does.
    detached: true,
    env: { ...process.env, LOCUTOR_PORT: '0', LOCUTOR_WORKERS: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const exited = once(child, 'exit');
  let printed = '';
  const greeted = new Promise<string>((resolve, reject) => {
    const take = (text: Buffer) => {
      printed += text;
      const address = /serves at (\S+)[\s\S]*\/health\/ready/.exec(printed);
      if (address) resolve(address[1]!);
    };
    child.stdout.on('data', take);
    child.stderr.on('data', take);
    child.once('exit', (code) => reject(new Error(`npm start ended with ${code}:\n${printed}`)));
  });
  const url = await greeted;
  await watchAnswers(url);
  return {
    url,
    printed: () => printed,
    async stop() {
      process.kill(-child.pid!, 'SIGINT');
      await exited;
    },
  };
}

it('a clean clone needs no command but npm start, and a second start builds nothing', {
  timeout: 600_000,
}, async (context) => {
  if (git('rev-parse', '--verify', 'HEAD').status !== 0)
    context.skip('this is not a git checkout, so nothing can be cloned');
  const clone = join(newFolder(), 'clone');
  expect(git('clone', '--quiet', '--no-hardlinks', root, clone).status).toBe(0);
  expect(existsSync(join(clone, 'node_modules'))).toBe(false);

  const first = await npmStart(clone);
  expect(first.printed()).toContain('Installing what serving needs');
  expect(first.printed()).toMatch(/token +loc_/);
  expect((await fetch(`${first.url}/rest/v2/encoders`)).status).toBe(200);
  await first.stop();

  const second = await npmStart(clone);
  expect(second.printed()).not.toMatch(/Installing|Building/);
  expect((await fetch(`${second.url}/health/ready`)).status).toBe(200);
  await second.stop();
  expect(git('-C', clone, 'status', '--porcelain').stdout).toBe('');
});
