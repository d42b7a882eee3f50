import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { BenchServer } from '../bench-server.ts';
import { fixture } from '../load/fixtures.ts';
import { expectThat, type Fault } from './fault.ts';
import { recognition } from './requests.ts';
import { health, labelOf, Traffic, tally, until } from './traffic.ts';

const CLIENTS = 40;

/** Clients that leave in the middle of their body, or when it is sent. */
export const vanishingClients: Fault = {
  name: 'vanishing clients',
  async run() {
    const server = await BenchServer.start({ env: { LOCUTOR_WORKERS: '1' } });
    try {
      await until('the engine is up', async () => (await health(server)).engine.ready === 1);
      const body = fixture('sentence.flac');
      await Promise.all(Array.from({ length: CLIENTS }, (_, n) => vanish(server.url, body, n % 2 === 0)));
      const begun = performance.now();
      await until('nothing of theirs is left', async () => {
        const { engine } = await health(server);
        return engine.queued + engine.running === 0;
      });
      const seconds = ((performance.now() - begun) / 1000).toFixed(1);
      const traffic = new Traffic(server, [recognition], 1);
      await traffic.answered(2);
      const outcomes = await traffic.stop();
      expectThat(
        outcomes.every(({ verdict }) => verdict === 'right'),
        `the next is served: ${tally(outcomes.map(labelOf))}`,
      );
      return {
        done: `${CLIENTS} clients leave, half of them in the middle of their body`,
        seen: `${tally(outcomes.map(labelOf))} for the next client; the queue was empty after ${seconds} s`,
        lost: 'nothing; their work is dropped',
      };
    } finally {
      await server.stop();
    }
  },
};

async function vanish(url: string, body: Uint8Array, midway: boolean): Promise<void> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname).on('error', () => {});
  await once(socket, 'connect');
  socket.write(
    `POST /asr/rest/v3/recognize?lm=builtin:slm/general HTTP/1.1\r\nhost: x\r\ncontent-type: audio/flac\r\ncontent-length: ${body.length}\r\n\r\n`,
  );
  socket.write(midway ? body.subarray(0, body.length / 2) : body);
  await sleep(100);
  socket.destroy();
}
