import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { BenchServer } from '../bench-server.ts';
import { expectThat, type Fault } from './fault.ts';
import { interpretation, recognition } from './requests.ts';
import { labelOf, Traffic, tally } from './traffic.ts';

const CLIENTS = 30;
const PATIENCE_SECONDS = 3;

/** Clients that send a byte now and then, and clients that read nothing. */
export const slowClients: Fault = {
  name: 'slow clients',
  async run() {
    const server = await BenchServer.start({
      env: { LOCUTOR_WORKERS: '1', LOCUTOR_REQUEST_SECONDS: String(PATIENCE_SECONDS) },
    });
    const { hostname, port } = new URL(server.url);
    const open = (): Socket => connect(Number(port), hostname).on('error', () => {});
    const readers = Array.from({ length: CLIENTS }, open);
    try {
      for (const socket of readers) {
        socket.pause();
        socket.write('GET /openapi.json HTTP/1.1\r\nhost: x\r\n\r\n'.repeat(100));
      }
      const traffic = new Traffic(server, [recognition, interpretation], 2);
      const slow = await Promise.all(Array.from({ length: CLIENTS }, () => trickle(open())));
      const outcomes = await traffic.stop();
      expectThat(
        slow.every((status) => status === '408'),
        `slow bodies are cut off with 408: ${tally(slow)}`,
      );
      expectThat(
        outcomes.every(({ verdict }) => verdict === 'right'),
        `others are served: ${tally(outcomes.map(labelOf))}`,
      );
      return {
        done: `${CLIENTS} clients send a byte at a time, ${CLIENTS} pipeline 100 requests and read nothing`,
        seen: `slow senders ${tally(slow)} after ${PATIENCE_SECONDS} s (requestSeconds); others ${tally(outcomes.map(labelOf))}`,
        lost: 'nothing of other clients',
      };
    } finally {
      for (const socket of readers) socket.destroy();
      await server.stop();
    }
  },
};

/** Announces a body and sends a byte of it every quarter of a second; the status of the answer. */
async function trickle(socket: Socket): Promise<string> {
  socket.write(
    'POST /asr/rest/v3/recognize?lm=builtin:slm/general HTTP/1.1\r\nhost: x\r\ncontent-type: audio/wav\r\ncontent-length: 100000\r\n\r\n',
  );
  const timer = setInterval(() => socket.write('x'), 250);
  let received = '';
  socket.setEncoding('latin1').on('data', (text: string) => {
    received += text;
  });
  await once(socket, 'close');
  clearInterval(timer);
  return /^HTTP\/1\.1 (\d+)/.exec(received)?.[1] ?? 'no answer';
}
