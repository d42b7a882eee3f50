import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { BenchServer } from '../bench-server.ts';
import { send } from '../load/send.ts';
import { expectThat, type Fault, Unavailable } from './fault.ts';
import { enrolment, recognition } from './requests.ts';
import { health, tally, until } from './traffic.ts';

const SPARE = 8;
const CONNECTIONS = 40;
const GRAMMARS = fileURLToPath(new URL('../../../grammars', import.meta.url));
const INTERPRET = '/asr/rest/v3/interpret?lm=file:menu-en.jsgf';

/** No file or connection more can be opened, by the main process. */
export const descriptors: Fault = {
  name: 'file descriptors exhausted',
  async run() {
    const server = await BenchServer.start({
      env: { LOCUTOR_WORKERS: '1', LOCUTOR_GRAMMARS_DIR: GRAMMARS },
    });
    const idle: Socket[] = [];
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    try {
      await until('the engine is up', async () => (await health(server)).engine.ready === 1);
      expectThat(
        (await ask(server, agent, '/health/live')) === '200',
        'it answers on a connection that stays',
      );
      limit(server.pid, open(server.pid) + SPARE);
      const { hostname, port } = new URL(server.url);
      for (let n = 0; n < CONNECTIONS; n++) {
        idle.push(connect(Number(port), hostname).on('error', () => {}));
      }
      await sleep(500);
      const refused = idle.filter(({ closed, destroyed }) => closed || destroyed).length;
      // On the connection that is there: what needs no file, and what does.
      const paths = ['/rest/v2/encoders', '/health/ready', '/docs/', '/console/', '/reference/', INTERPRET];
      const seen: string[] = [];
      for (const path of paths) seen.push(await ask(server, agent, path));
      const file = seen.at(-1);
      expectThat(file === '503', `a grammar that cannot be opened now is not said to be missing: ${file}`);
      expectThat(
        seen.every((label) => !/^5(?!03)/.test(label) && label !== 'connection lost'),
        `an open connection is served: ${seen.join(', ')}`,
      );
      for (const socket of idle) socket.destroy();
      await until('connections are accepted again', async () => {
        return (await send(server.url, server.token, recognition(0), 'fd')).verdict === 'right';
      });
      const after = await send(server.url, server.token, enrolment('after'), 'fd');
      expectThat(after.verdict === 'right', `an enrolment works: ${after.why}`);
      expectThat(server.alive, 'the server lives');
      return {
        done: `all but ${SPARE} in use, then ${CONNECTIONS} idle connections`,
        seen: `open connection: ${tally(seen)}; ${refused} new ones closed; everything once they were gone`,
        lost: 'connections beyond the limit',
      };
    } finally {
      agent.destroy();
      for (const socket of idle) socket.destroy();
      await server.stop();
    }
  },
};

function open(pid: number): number {
  return readdirSync(`/proc/${pid}/fd`).length;
}

function limit(pid: number, count: number): void {
  try {
    execFileSync('prlimit', ['--pid', String(pid), `--nofile=${count}:${count}`], { stdio: 'pipe' });
  } catch (error) {
    throw new Unavailable(`prlimit: ${(error as Error).message.trim().split('\n').at(-1)}`);
  }
}

/** On a connection of the agent's, which stays open between requests. */
function ask(server: BenchServer, agent: Agent, path: string): Promise<string> {
  return new Promise((resolve) => {
    const text = path === INTERPRET ? 'agent' : undefined;
    const options = text ? { method: 'POST', headers: { 'content-type': 'text/plain' } } : {};
    const sent = request(`${server.url}${path}`, { agent, ...options }, (answer) => {
      answer.resume().once('end', () => resolve(String(answer.statusCode)));
    });
    sent.once('error', () => resolve('connection lost'));
    sent.end(text);
  });
}
