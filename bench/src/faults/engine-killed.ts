import { BenchServer } from '../bench-server.ts';
import { expectThat, type Fault } from './fault.ts';
import { recognition } from './requests.ts';
import { health, labelOf, Traffic, tally, until } from './traffic.ts';

const PROCESSES = 2;

export const engineKilled: Fault = {
  name: 'engine process killed (SIGKILL)',
  async run() {
    const server = await BenchServer.start({ env: { LOCUTOR_WORKERS: String(PROCESSES) } });
    try {
      await until('the engine is up', async () => (await health(server)).engine.ready === PROCESSES);
      const traffic = new Traffic(server, [recognition], 4);
      await traffic.answered(4);
      const [victim] = server.engines();
      process.kill(victim!, 'SIGKILL');
      await until('a new process is up', async () => {
        const { engine } = await health(server);
        return engine.ready === PROCESSES && !server.engines().includes(victim!);
      });
      await traffic.answered(6);
      const labels = (await traffic.stop()).map(labelOf);
      const failed = labels.filter((label) => label !== '200').length;
      expectThat(failed <= 1, `one request at most fails with its process, not ${failed}`);
      expectThat(
        labels.every((label) => label === '200' || label === '200 FAILURE'),
        'it fails with FAILURE',
      );
      return {
        done: `one of ${PROCESSES} under 4 clients that recognise without a pause`,
        seen: tally(labels),
        lost: 'the one request that it worked on; a new process took its place',
      };
    } finally {
      await server.stop();
    }
  },
};
