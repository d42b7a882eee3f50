import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BenchServer } from '../bench-server.ts';
import { send } from '../load/send.ts';
import { expectThat, type Fault } from './fault.ts';
import { enrolment, user } from './requests.ts';
import { isAlive, labelOf, Traffic, tally, until } from './traffic.ts';

const TOKEN = 'fault-token-0123456789abcdef';

export const mainKilled: Fault = {
  name: 'main process killed (SIGKILL)',
  async run() {
    const folder = mkdtempSync(join(tmpdir(), 'locutor-fault-'));
    const env = { LOCUTOR_WORKERS: '1', LOCUTOR_TOKEN: TOKEN };
    let server = await BenchServer.start({ env, folder });
    try {
      const traffic = new Traffic(server, [(number) => enrolment(`user-${number}`)], 3, TOKEN);
      await traffic.answered(6);
      const engines = server.engines();
      await server.end('SIGKILL');
      const outcomes = await traffic.stop();
      const acknowledged = outcomes.flatMap(({ verdict, text }) =>
        verdict === 'right' ? [(JSON.parse(text) as { user_id: string }).user_id] : [],
      );
      await until('the engine processes end, too', () => !engines.some(isAlive));
      server = await BenchServer.start({ env, folder });
      for (const userId of acknowledged) {
        const { verdict } = await send(server.url, TOKEN, user(userId), 'after');
        expectThat(verdict === 'right', `${userId} was acknowledged and is still there`);
      }
      return {
        done: 'under 3 clients that enrol without a pause; started again on the same folder',
        seen: tally(outcomes.map(labelOf)),
        lost: `0 of ${acknowledged.length} acknowledged enrolments; requests under way got no answer; engine processes ended by themselves`,
      };
    } finally {
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    }
  },
};
