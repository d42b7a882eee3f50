import { setTimeout as sleep } from 'node:timers/promises';
import { BenchServer } from '../bench-server.ts';
import { send } from '../load/send.ts';
import { startPostgres } from '../store/server-store.ts';
import { expectThat, type Fault, Unavailable } from './fault.ts';
import { seenBy } from './fault-fleet.ts';
import { enrolment, user } from './requests.ts';
import { health, Traffic, tally, until } from './traffic.ts';

const TOKEN = 'fault-token-0123456789abcdef';
const AWAY_MS = 2000;

export const postgresKilled: Fault = {
  name: 'PostgreSQL killed (SIGKILL)',
  async run() {
    const postgres = await startPostgres();
    if ('unavailable' in postgres) throw new Unavailable(postgres.unavailable);
    const env = {
      LOCUTOR_WORKERS: '1',
      LOCUTOR_TOKEN: TOKEN,
      LOCUTOR_DATABASE_URL: await postgres.createDatabase(),
    };
    let server: BenchServer | undefined;
    try {
      server = await BenchServer.start({ env });
      const { url } = server;
      const sent: string[] = [];
      const enrols = (unique: number) => {
        sent.push(`user-${unique}`);
        return enrolment(`user-${unique}`);
      };
      const traffic = new Traffic(server, [enrols], 3, TOKEN);
      await traffic.answered(5);
      await postgres.kill();
      await until('the server is not ready', async () => !(await health(server!)).ready);
      await sleep(AWAY_MS);
      await postgres.restart();
      await until('the server is ready again', async () => (await health(server!)).ready);
      await traffic.answered(5);
      const labels = await seenBy(traffic);
      let kept = 0;
      for (const userId of sent) {
        const { verdict } = await send(url, TOKEN, user(userId), 'after');
        if (verdict === 'right') kept++;
      }
      const acknowledged = labels.filter((label) => label === '201').length;
      expectThat(kept >= acknowledged, `${acknowledged} were acknowledged, ${kept} are there`);
      return {
        done: `and back after ${AWAY_MS / 1000} s, under 3 clients that enrol without a pause`,
        seen: `${tally(labels)}; not ready until it was back`,
        lost: `0 of ${acknowledged} acknowledged enrolments; no restart was needed`,
      };
    } finally {
      await server?.stop();
      await postgres.stop();
    }
  },
};
