import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { BenchServer } from '../bench-server.ts';
import { send } from '../load/send.ts';
import { expectThat, type Fault } from './fault.ts';
import { enrolment, recognition, user } from './requests.ts';
import { SmallDisk } from './small-disk.ts';
import { health, labelOf, tally, until } from './traffic.ts';

export const fullDisk: Fault = {
  name: 'disk full',
  async run() {
    const disk = new SmallDisk();
    let started: BenchServer | undefined;
    try {
      const server = await BenchServer.start({ env: { LOCUTOR_WORKERS: '1' }, folder: disk.folder });
      started = server;
      const ask = (request: Parameters<typeof send>[2]) => send(server.url, server.token, request, 'disk');
      expectThat((await ask(enrolment('before'))).verdict === 'right', 'an enrolment works');
      const filler = join(disk.data, 'filler');
      for (let bytes = 1 << 20; bytes >= 4096; bytes /= 2) while (appended(filler, bytes));
      const seen: string[] = [];
      const kept = ['before'];
      // The log of the database may have some room left.
      for (let n = 0; n < 20 && seen.at(-1) !== '503 ERR_STORE_UNAVAILABLE'; n++) {
        const outcome = await ask(enrolment(`user-${n}`));
        seen.push(labelOf(outcome));
        if (outcome.verdict === 'right') kept.push(`user-${n}`);
        else expectThat(outcome.verdict === 'refused', `an enrolment is refused: ${outcome.why}`);
      }
      const spoken = await ask(recognition(0));
      expectThat(spoken.verdict === 'right', `speech is recognised: ${spoken.why}`);
      expectThat(!(await health(server)).ready, 'the server is not ready');
      rmSync(filler);
      await until('the server is ready again', async () => (await health(server)).ready);
      for (const userId of kept)
        expectThat((await ask(user(userId))).verdict === 'right', `${userId} is kept`);
      const after = await ask(enrolment('later'));
      expectThat(after.verdict === 'right', `an enrolment is possible again: ${after.why}`);
      return {
        done: 'the data folder filled up, then emptied',
        seen: `${tally(seen)}; RECOGNIZE 200; not ready until there was room`,
        lost: `0 of ${kept.length} acknowledged enrolments; refused ones left nothing`,
      };
    } finally {
      await started?.end();
      disk.remove();
    }
  },
};

function appended(file: string, bytes: number): boolean {
  try {
    writeFileSync(file, Buffer.alloc(bytes), { flag: 'a' });
    return true;
  } catch {
    return false;
  }
}
