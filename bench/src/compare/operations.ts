import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { SpeedServer } from '../verify/speed-server.ts';

const voices = fileURLToPath(new URL('../../../packages/inference/test/fixtures/voices/', import.meta.url));
const sound = (name: string) => new Uint8Array(readFileSync(`${voices}${name}.ogg`));

export interface Operation {
  name: string;
  /** In one round. */
  requests: number;
  prepare?(server: SpeedServer): Promise<void>;
  send(server: SpeedServer): Promise<void>;
}

async function post(server: SpeedServer, path: string, headers: Record<string, string>, body: Uint8Array) {
  const answer = await fetch(server.url + path, {
    method: 'POST',
    headers,
    body: body as Uint8Array<ArrayBuffer>,
  });
  const text = await answer.text();
  if (!answer.ok || !text.includes('RECOGNIZED')) throw new Error(`${path}: ${answer.status} ${text}`);
}

const audio = { 'content-type': 'audio/ogg' };

export const operations: Operation[] = [
  {
    name: 'ENCODERS',
    requests: 2000,
    async send(server) {
      await (await fetch(`${server.url}/rest/v2/encoders`)).arrayBuffer();
    },
  },
  {
    name: 'INTERPRET',
    requests: 400,
    send: (server) =>
      post(
        server,
        '/asr/rest/v3/interpret?lm=builtin:grammar/number',
        { 'content-type': 'text/plain' },
        Buffer.from('nineteen eighty four'),
      ),
  },
  {
    name: 'RECOGNIZE, free speech',
    requests: 8,
    send: (server) => post(server, '/asr/rest/v3/recognize?lm=builtin:slm/general', audio, sound('deep-1')),
  },
  {
    name: 'VERIFY',
    requests: 8,
    async prepare(server) {
      await server.enroll('ann', [sound('bright-1'), sound('bright-2')]);
    },
    async send(server) {
      const { status, body } = await server.verify({ user_ids: ['ann'] }, [sound('bright-3')]);
      if (status !== 200) throw new Error(`VERIFY: ${status} ${JSON.stringify(body)}`);
    },
  },
];
