import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { newFolder, startServer, type TestServer } from './support/server.ts';
import { fixture } from './support/speech.ts';
import { enroll } from './support/verify.ts';

const folder = newFolder();
const small = smallDisk(join(folder, 'data'));
afterAll(() => {
  if (small.unavailable === undefined) execFileSync('umount', ['-l', small.path]);
});

describe.skipIf(small.unavailable !== undefined)(
  `a full disk${small.unavailable ? `, skipped: ${small.unavailable}` : ''}`,
  () => {
    it('makes the server not ready, which it is again once there is room', async () => {
      const server = await startServer({}, folder);
      const audio = [fixture('sentence.flac')];
      expect((await enroll(server, { user_id: 'ana' }, audio)).status).toBe(201);
      expect(await health(server)).toEqual([200, { ready: true, reads: true, writes: true }]);

      // Whatever else fills a disk. Little is left for the log of the database, and soon nothing.
      const filler = join(small.path, 'filler');
      for (let bytes = 1 << 20; bytes >= 4096; bytes /= 2) {
        while (appended(filler, bytes));
      }
      const statuses: number[] = [];
      do statuses.push((await enroll(server, { user_id: `user ${statuses.length}` }, audio)).status);
      while (statuses.at(-1) === 201);
      expect(statuses.at(-1)).toBe(503);
      expect(await health(server)).toEqual([503, { ready: false, reads: true, writes: false }]);
      expect((await fetch(`${server.url}/health/live`)).status).toBe(200);

      rmSync(filler);
      await expect.poll(() => health(server)).toEqual([200, { ready: true, reads: true, writes: true }]);
      expect((await enroll(server, { user_id: 'bob' }, audio)).status).toBe(201);
      await server.stop();
      expect(server.log()).toContain('the database cannot be written');
      expect(server.log()).toContain('the database can be written again');
    });
  },
);

async function health(server: TestServer): Promise<[number, unknown]> {
  const answer = await fetch(`${server.url}/health/ready`);
  return [answer.status, ((await answer.json()) as { database: unknown }).database];
}

function appended(file: string, bytes: number): boolean {
  try {
    writeFileSync(file, Buffer.alloc(bytes), { flag: 'a' });
    return true;
  } catch {
    return false;
  }
}

/** A file system of 4 MB, where the tests may mount one. */
function smallDisk(path: string): { path: string; unavailable?: string } {
  mkdirSync(path);
  try {
    if (process.platform !== 'linux') throw new Error('small file systems are made on Linux only');
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=4m,mode=700', 'tmpfs', path], { stdio: 'pipe' });
    return { path };
  } catch (error) {
    return { path, unavailable: (error as Error).message.trim().replaceAll('\n', ' ') };
  }
}
