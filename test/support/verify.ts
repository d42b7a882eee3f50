import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { root, type ServerAddress } from './server.ts';
import type { Bytes } from './speech.ts';

export interface Utterance {
  audio_counter: number;
  total_duration: number;
  speech_duration: number;
  rejected: boolean;
  rejected_cause?: string;
  start_time: number;
  end_time: number;
}

export interface Result {
  user_id: string;
  score: number;
  decision: string;
  detail: { biometric_decision: string; antispoofing_decision: string };
  gender: string;
  age: string;
  audio_length: number;
  error: { code: number; message: string };
}

export interface Verification {
  transaction_id: string;
  results: Result[];
  utterances: Utterance[];
}

export interface Sending {
  readonly path?: string;
  readonly headers?: Record<string, string>;
  readonly signal?: AbortSignal;
}

/** Sends a request and audios as one form, as clients do. */
export async function sendVoices(
  server: ServerAddress,
  path: string,
  request: unknown,
  audios: readonly Bytes[],
  { headers, signal }: Sending = {},
) {
  const form = new FormData();
  const json = typeof request === 'string' ? request : JSON.stringify(request);
  form.append('enroll', new Blob([json], { type: 'application/json' }));
  for (const audio of audios) form.append('audio', new Blob([audio]));
  await seeClosedSockets();
  const answer = await fetch(`${server.url}${path}`, {
    method: 'POST',
    body: form,
    headers: { authorization: `Bearer ${server.token}`, ...headers },
    ...(signal && { signal }),
  });
  const body = await answer.text();
  return { status: answer.status, headers: answer.headers, body: JSON.parse(body) };
}

export const verify = (
  server: ServerAddress,
  request: unknown,
  audios: readonly Bytes[],
  sending?: Sending,
) => sendVoices(server, '/rest/v3/verify', request, audios, sending);

export const enroll = (
  server: ServerAddress,
  request: unknown,
  audios: readonly Bytes[],
  sending?: Sending,
) => sendVoices(server, '/rest/v3/enroll', request, audios, sending);

/**
 * A command that a test waits for blocks its event loop, so that a connection the server has closed meanwhile still looks
 * open; in a later turn it does not.
 */
function seeClosedSockets(): Promise<void> {
  return sleep(5);
}

/** Any other call, with the server's token. */
export async function call(server: ServerAddress, method: string, path: string, body?: unknown) {
  await seeClosedSockets();
  const answer = await fetch(`${server.url}/rest/v3/${path}`, {
    method,
    headers: {
      authorization: `Bearer ${server.token}`,
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const sent = await answer.text();
  return { status: answer.status, body: sent === '' ? undefined : JSON.parse(sent) };
}

export const BOUNDARY = 'boundary-of-a-test';

export const part = (name: string, content: string | Uint8Array, headers = '') =>
  Buffer.concat([
    Buffer.from(`--${BOUNDARY}\r\ncontent-disposition: form-data; name="${name}"\r\n${headers}\r\n`),
    Buffer.from(content as string),
    Buffer.from('\r\n'),
  ]);

export const END = Buffer.from(`--${BOUNDARY}--\r\n`);

/** A connection on which a VERIFY has begun: its head is sent, its body is up to the test. */
export async function openVerify(
  server: ServerAddress,
  length: number | 'chunked',
  path = '/rest/v3/verify',
  headers = '',
) {
  const { hostname, port, pathname } = new URL(server.url);
  const socket = connect(Number(port), hostname);
  await once(socket, 'connect');
  const size = length === 'chunked' ? 'transfer-encoding: chunked' : `content-length: ${length}`;
  const prefix = pathname === '/' ? '' : pathname;
  socket.write(
    `POST ${prefix}${path} HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${server.token}\r\n` +
      `content-type: multipart/form-data; boundary=${BOUNDARY}\r\n${headers}${size}\r\n\r\n`,
  );
  return socket;
}

/** Sends a body byte for byte and reads the answer. */
export async function sendRaw(server: ServerAddress, body: Uint8Array, path?: string) {
  const socket = await openVerify(server, body.length, path);
  socket.write(body);
  const answer = await answerOf(socket);
  socket.destroy();
  return answer;
}

/** The next answer on a connection: its status and JSON. */
export async function answerOf(socket: Socket) {
  let received = '';
  for await (const chunk of socket.iterator({ destroyOnReturn: false })) {
    received += (chunk as Buffer).toString();
    const [head, body] = received.split('\r\n\r\n') as [string, string?];
    const length = Number(/content-length: (\d+)/i.exec(head)?.[1]);
    if (body !== undefined && Buffer.byteLength(body) >= length) {
      return { status: Number(head.split(' ')[1]), head, body: JSON.parse(body) };
    }
  }
  throw new Error(`the connection ended: ${received}`);
}

export interface BillingRow {
  transaction_id: string;
  operation: string;
  account_tag: string;
  users: string;
  audio_ms: string;
  speech_ms: string;
  outcome: string;
  repository: string;
  scenario: string;
  characters: string;
}

/** What the command exports; values of these tests hold no commas. */
export function billing(folder: string, env: NodeJS.ProcessEnv = {}): BillingRow[] {
  const [heading, ...lines] = locutor(['billing', 'export'], folder, env).stdout.trim().split(/\r?\n/);
  const names = heading!.split(',');
  return lines.map((line) => {
    const cells = line.split(',');
    return Object.fromEntries(names.map((name, at) => [name, cells[at]])) as unknown as BillingRow;
  });
}

export function locutor(args: readonly string[], cwd: string, env: NodeJS.ProcessEnv = {}) {
  const program = join(root, 'packages', 'server', 'bin', 'locutor.mjs');
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...args], {
    cwd,
    env: { ...process.env, LOCUTOR_WORKERS: '1', ...env },
    encoding: 'utf8',
  });
  return { status, stdout, stderr };
}

export { text as readToEnd };
