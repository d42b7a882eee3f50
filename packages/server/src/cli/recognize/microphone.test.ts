import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { record } from './microphone.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'locutor-microphone-'));
  vi.spyOn(process.stderr, 'write').mockReturnValue(true);
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true });
});

/** A recorder of this name that runs a script. */
function install(name: string, script: string): void {
  writeFileSync(join(folder, name), `#!${process.execPath}\n${script}`);
  chmodSync(join(folder, name), 0o755);
  vi.stubEnv('PATH', folder);
}

const FOREVER = 'setInterval(() => {}, 1000);';

it('records until it is told to stop', async () => {
  install('rec', `process.stdout.write('sound');process.on('SIGINT', () => process.exit());${FOREVER}`);
  const controller = new AbortController();
  const recording = record(controller.signal, 10);
  setTimeout(() => controller.abort(), 1500);
  expect(Buffer.from(await recording).toString()).toBe('sound');
});

it('stops by itself when there is enough', async () => {
  install('arecord', `const more = () => process.stdout.write(Buffer.alloc(64000), more); more();`);
  expect(await record(new AbortController().signal, 3)).toHaveLength(96_000);
});

it('says what the recorder complains about, or that there is none', async () => {
  install('arecord', `console.error('no soundcards found'); process.exit(1);`);
  await expect(record(new AbortController().signal, 3)).rejects.toThrow(
    'arecord recorded nothing: no soundcards',
  );
  vi.stubEnv('PATH', '/nowhere');
  await expect(record(new AbortController().signal, 3)).rejects.toThrow('install alsa-utils');
});
