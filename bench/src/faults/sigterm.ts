import { BenchServer } from '../bench-server.ts';
import { expectThat, type Fault } from './fault.ts';
import { recognition } from './requests.ts';
import { labelOf, Traffic, tally } from './traffic.ts';

export const sigterm: Fault = {
  name: 'SIGTERM under load',
  async run() {
    const server = await BenchServer.start({ env: { LOCUTOR_WORKERS: '1' } });
    try {
      const traffic = new Traffic(server, [recognition], 6);
      await traffic.answered(6);
      const before = traffic.outcomes.length;
      const ended = server.end('SIGTERM');
      const code = await ended;
      const outcomes = await traffic.stop();
      const after = outcomes.slice(before);
      expectThat(code === 0, `it ends with code 0, not ${code}`);
      const accepted = after.filter(({ verdict }) => verdict !== 'lost' && verdict !== 'refused');
      expectThat(
        accepted.every(({ verdict }) => verdict === 'right'),
        'whatever was accepted is answered with its result',
      );
      // New connections are refused once it has stopped listening; a request that came just then is lost unworked.
      expectThat(
        accepted.length >= 5,
        `the requests under way are answered, not only ${accepted.length} of 6`,
      );
      const answers = after.filter(({ verdict }) => verdict !== 'lost');
      return {
        done: 'with 6 requests under way',
        seen: `${tally(answers.map(labelOf))}; exit code ${code}`,
        lost: 'nothing that was accepted; later connections are refused',
      };
    } finally {
      await server.stop();
    }
  },
};
