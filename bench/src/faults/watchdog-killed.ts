import { readFileSync } from 'node:fs';
import { BenchServer } from '../bench-server.ts';
import { send } from '../load/send.ts';
import { expectThat, type Fault } from './fault.ts';
import { recognition } from './requests.ts';
import { health, labelOf, until } from './traffic.ts';

export const watchdogKilled: Fault = {
  name: 'watchdog of a stop killed (SIGKILL)',
  async run() {
    const server = await BenchServer.start({ env: { LOCUTOR_WORKERS: '1' } });
    try {
      await until('the engine is up', async () => (await health(server)).engine.ready === 1);
      const engines = server.engines();
      const underWay = [1, 2, 3].map((n) => send(server.url, server.token, recognition(n), `w${n}`));
      await until('the requests are there', async () => (await health(server)).engine.running > 0);
      const ended = server.end('SIGTERM');
      const isNew = (pid: number) => !engines.includes(pid);
      await until('the watchdog is up', () => server.engines().some(isNew));
      const watchdog = server.engines().find(isNew)!;
      const command = readFileSync(`/proc/${watchdog}/cmdline`, 'utf8').split('\0').slice(0, 2).join(' ');
      process.kill(watchdog, 'SIGKILL');
      const answers = await Promise.all(underWay);
      const code = await ended;
      expectThat(code === 0, `the stop goes on and ends with code 0, not ${code} (${command})`);
      expectThat(
        answers.every(({ verdict }) => verdict === 'right'),
        `requests under way are answered: ${answers.map(labelOf).join(', ')}`,
      );
      return {
        done: 'during a stop with 3 requests under way',
        seen: `3 × 200; exit code ${code}`,
        lost: 'nothing; only a stop that hangs as well would not be ended',
      };
    } finally {
      await server.stop();
    }
  },
};
