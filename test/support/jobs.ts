import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from 'vitest';
import type { ServerAddress } from './server.ts';
import type { Bytes } from './speech.ts';

export const JOBS = '/asr/rest/v3/jobs';

export interface Job {
  readonly id: string;
  readonly state: string;
  readonly progress: number;
  readonly audio_seconds?: number;
  readonly transaction_id?: string;
  readonly webhook?: { readonly state: string; readonly attempts: number };
  readonly error?: { readonly code: string; readonly message: string };
}

export interface Submission {
  readonly lm?: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly token?: string;
}

const bearer = (token: string | undefined) => (token ? { authorization: `Bearer ${token}` } : {});

export function submit(
  { url }: Pick<ServerAddress, 'url'>,
  audio: Bytes,
  { lm = 'builtin:slm/general', query = {}, headers, token }: Submission = {},
): Promise<Response> {
  const parameters = new URLSearchParams({ lm, ...query });
  return fetch(`${url}${JOBS}?${parameters}`, {
    method: 'POST',
    body: audio,
    headers: { 'content-type': 'audio/wav', ...headers, ...bearer(token) },
  });
}

export async function submitted(server: ServerAddress, audio: Bytes, submission?: Submission): Promise<Job> {
  const answer = await submit(server, audio, submission);
  const text = await answer.text();
  expect([answer.status, text]).toEqual([202, expect.any(String)]);
  const job = JSON.parse(text) as Job;
  expect(answer.headers.get('location')).toBe(`${JOBS}/${job.id}`);
  return job;
}

export async function stateOf(server: Pick<ServerAddress, 'url'>, id: string, token?: string): Promise<Job> {
  const answer = await fetch(`${server.url}${JOBS}/${id}`, { headers: bearer(token) });
  expect(answer.status).toBe(200);
  return (await answer.json()) as Job;
}

export function reached(server: Pick<ServerAddress, 'url'>, id: string, state: string, token?: string) {
  return expect.poll(() => stateOf(server, id, token), { interval: 100 }).toMatchObject({ id, state });
}

export function resultOf(
  server: Pick<ServerAddress, 'url'>,
  id: string,
  token?: string,
  accept = 'application/json',
) {
  return fetch(`${server.url}${JOBS}/${id}/result`, { headers: { ...bearer(token), accept } });
}

export interface Received {
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

/** Somebody who is told of jobs; answers with one status after the other, and with the last one from then on. */
export async function startReceiver(...statuses: readonly number[]) {
  const received: Received[] = [];
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += String(chunk);
    response.statusCode = statuses[Math.min(received.length, statuses.length - 1)]!;
    received.push({ headers: request.headers, body });
    response.end();
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/hook`, received, close: () => void server.close() };
}
