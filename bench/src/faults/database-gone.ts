import { BenchServer } from '../bench-server.ts';
import { send } from '../load/send.ts';
import { startPostgres } from '../store/server-store.ts';
import { CuttableWay } from './cuttable-way.ts';
import { expectThat, type Fault, Unavailable } from './fault.ts';
import { enrolment, interpretation, recognition, user } from './requests.ts';
import { health, labelOf, tally, until } from './traffic.ts';

const TOKEN = 'fault-token-0123456789abcdef';

export const databaseGone: Fault = {
  name: 'PostgreSQL gone and back',
  async run() {
    const postgres = await startPostgres();
    if ('unavailable' in postgres) throw new Unavailable(postgres.unavailable);
    const way = await CuttableWay.to(await postgres.createDatabase());
    const env = { LOCUTOR_WORKERS: '1', LOCUTOR_TOKEN: TOKEN, LOCUTOR_DATABASE_URL: way.url };
    let started: BenchServer | undefined;
    try {
      const server = await BenchServer.start({ env });
      started = server;
      const ask = (request: Parameters<typeof send>[2]) => send(server.url, TOKEN, request, 'database');
      const before = await ask(enrolment('before'));
      expectThat(before.verdict === 'right', `an enrolment works: ${before.why}`);
      way.cut();
      const refused = [
        await ask(enrolment('during')),
        await ask(user('before')),
        await ask(enrolment('during')),
      ];
      expectThat(
        refused.every(({ verdict }) => verdict === 'refused'),
        `what needs the database is refused: ${refused.map(({ why }) => why).join('; ')}`,
      );
      const served = [await ask(recognition(0)), await ask(interpretation(0))];
      expectThat(
        served.every(({ verdict }) => verdict === 'right'),
        `what does not is served: ${served.map(({ why }) => why).join('; ')}`,
      );
      expectThat(!(await health(server)).ready, 'the server is not ready');
      way.mend();
      await until('the server is ready again', async () => (await health(server)).ready);
      const after = [await ask(user('before')), await ask(enrolment('during'))];
      expectThat(
        after.every(({ verdict }) => verdict === 'right'),
        `everything works again: ${after.map(({ why }) => why).join('; ')}`,
      );
      return {
        done: 'connections to it cut and refused, then accepted again',
        seen: `${tally(refused.map(labelOf))}; RECOGNIZE and INTERPRET 200; not ready until it was back`,
        lost: 'nothing; no restart was needed',
      };
    } finally {
      await started?.stop();
      way.close();
      await postgres.stop();
    }
  },
};
