import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BenchServer } from '../bench-server.ts';
import { send } from '../load/send.ts';
import { expectThat, type Fault, Unavailable } from './fault.ts';
import { enrolment, interpretation, recognition, user } from './requests.ts';
import { labelOf, Traffic, tally } from './traffic.ts';

/** Debian's libfaketime; the threads of Node need the other build of it. */
const LIBRARIES = ['x86_64-linux-gnu', 'aarch64-linux-gnu'].map(
  (machine) => `/usr/lib/${machine}/faketime/libfaketimeMT.so.1`,
);
const JUMPS = ['+2d', '-2d', '+400d', '+0'];

/** The time of day jumps as when somebody sets it; the clock of timers goes on, as it does then. */
export const clockJumps: Fault = {
  name: 'clock jumps',
  async run() {
    const library = LIBRARIES.find((path) => existsSync(path));
    if (library === undefined)
      throw new Unavailable('libfaketime is not installed (apt-get install libfaketime)');
    const folder = mkdtempSync(join(tmpdir(), 'locutor-fault-'));
    const clock = join(folder, 'clock');
    writeFileSync(clock, '+0\n');
    const server = await BenchServer.start({
      folder,
      env: {
        LD_PRELOAD: library,
        FAKETIME_TIMESTAMP_FILE: clock,
        FAKETIME_CACHE_DURATION: '1',
        FAKETIME_DONT_FAKE_MONOTONIC: '1',
        DONT_FAKE_MONOTONIC: '1',
        LOCUTOR_WORKERS: '1',
      },
    });
    try {
      const ask = (request: Parameters<typeof send>[2]) => send(server.url, server.token, request, 'clock');
      const traffic = new Traffic(server, [recognition, interpretation], 2);
      const transactions: string[] = [];
      const seen: string[] = [];
      for (const jump of JUMPS) {
        writeFileSync(clock, `${jump}\n`);
        await traffic.answered(6);
        const told = (await fetch(`${server.url}/health/live`)).headers.get('date');
        seen.push(told?.slice(5, 16) ?? 'no date');
        const enrolled = await ask(enrolment(`user${jump}`));
        expectThat(enrolled.verdict === 'right', `an enrolment works at ${jump}: ${enrolled.why}`);
        transactions.push((JSON.parse(enrolled.text) as { transaction_id: string }).transaction_id);
      }
      const outcomes = await traffic.stop();
      expectThat(
        outcomes.every(({ verdict }) => verdict === 'right'),
        `answers are right: ${tally(outcomes.map(labelOf))}`,
      );
      expectThat(new Set(seen).size >= 3, `the server sees the clock jump: ${seen.join(', ')}`);
      expectThat(new Set(transactions).size === JUMPS.length, 'ids of transactions are not used twice');
      for (const jump of JUMPS)
        expectThat((await ask(user(`user${jump}`))).verdict === 'right', `the voice of ${jump} is there`);
      return {
        done: `the time of day set to ${JUMPS.join(', ')} under 2 clients`,
        seen: `${tally(outcomes.map(labelOf))}; enrolments 201, ids all different`,
        lost: 'nothing; records have the time that the clock showed',
      };
    } finally {
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    }
  },
};
