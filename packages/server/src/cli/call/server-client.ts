import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { EnvHttpProxyAgent, type FormData, fetch, type Response } from 'undici';
import { quote } from '../../errors/index.ts';
import { CommandError, UsageError } from '../usage-error.ts';
import type { CallOptions } from './options.ts';
import type { Headers } from './parameters.ts';
import { waitOf } from './retry-after.ts';

/** A server over HTTP. */
export interface ServerAddress {
  /** With its path prefix, without a slash at the end. */
  readonly url: string;
  readonly token?: string | undefined;
}

/** The server that the options name; undefined where this machine does the work. */
export function serverOf({
  server,
  token = process.env.LOCUTOR_TOKEN,
}: Pick<CallOptions, 'server' | 'token'>): ServerAddress | undefined {
  if (server === undefined) return undefined;
  // Otherwise the error about a wrong header would show it.
  if (token !== undefined && !/^[\x21-\x7e]*$/.test(token)) {
    throw new UsageError('the token has spaces or characters that no token has');
  }
  return { url: server, ...(token && { token }) };
}

export interface Post {
  /** Behind the address of the server. */
  readonly path: string;
  readonly headers: Headers;
  readonly body: Uint8Array | FormData | string;
}

/** A busy server is waited for this often. */
const MOST_WAITS = 60;
/** A connection that broke is made again this often. */
const MOST_BREAKS = 2;
/** Busy, or too many requests. */
const WAIT_STATUSES = [429, 503];
const BROKEN = ['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET'];

// A recognition may take longer than any general time limit; Ctrl-C ends it. Proxies are those of the environment.
const dispatcher = new EnvHttpProxyAgent({ headersTimeout: 0, bodyTimeout: 0 });

/** Sends a request and reads the JSON of its answer; waits where the server says that it is busy. */
export async function post(server: ServerAddress, request: Post, signal: AbortSignal): Promise<unknown> {
  return json(server, await answerTo(server, request, signal));
}

/** The same for an answer that is not JSON: its bytes, as they arrive. */
export async function stream(
  server: ServerAddress,
  request: Post,
  signal: AbortSignal,
): Promise<AsyncIterable<Uint8Array>> {
  const { body } = await answerTo(server, { ...request, accept: '*/*' }, signal);
  return bytesOf(server, body, signal);
}

async function* bytesOf({ url }: ServerAddress, body: Response['body'], signal: AbortSignal) {
  try {
    for await (const part of body ?? []) yield part as Uint8Array;
  } catch (error) {
    signal.throwIfAborted();
    throw new CommandError(`the answer of ${url} broke off: ${(error as Error).message}`, { cause: error });
  }
}

async function answerTo(
  server: ServerAddress,
  request: Request & Post,
  signal: AbortSignal,
): Promise<Response> {
  let breaks = 0;
  // The server knows every attempt again by it, and does and bills it once.
  const headers = { 'idempotency-key': randomUUID(), ...request.headers };
  for (let attempt = 0; ; attempt++) {
    const answer = await send(server, { ...request, headers }, signal).catch((error: unknown) => {
      signal.throwIfAborted();
      if (breaks++ >= MOST_BREAKS || !isBroken(error)) throw unreachable(server, error);
    });
    if (answer?.ok) return answer;
    if (answer) {
      const waits = WAIT_STATUSES.includes(answer.status) && attempt < MOST_WAITS;
      if (!waits) throw await refusal(server, answer);
      await answer.body?.cancel();
    }
    await sleep(waitOf(answer?.headers.get('retry-after') ?? null, attempt), undefined, { signal });
  }
}

/** Reads the JSON at a path. A server that is away is waited for: it may just be started again. */
export async function get(server: ServerAddress, path: string, signal: AbortSignal): Promise<unknown> {
  for (let attempt = 0; ; attempt++) {
    const request = { method: 'GET', path, headers: {} } as const;
    const answer = await send(server, request, signal).catch((error: unknown) => {
      signal.throwIfAborted();
      if (attempt >= MOST_WAITS) throw unreachable(server, error);
    });
    if (answer?.ok) return json(server, answer);
    if (answer && !(WAIT_STATUSES.includes(answer.status) && attempt < MOST_WAITS)) {
      throw await refusal(server, answer);
    }
    await answer?.body?.cancel();
    await sleep(waitOf(answer?.headers.get('retry-after') ?? null, attempt), undefined, { signal });
  }
}

/** Deletes what is at a path, if the server is there to do it. */
export async function remove(server: ServerAddress, path: string, signal: AbortSignal): Promise<void> {
  const answer = await send(server, { method: 'DELETE', path, headers: {} }, signal).catch(() => undefined);
  await answer?.body?.cancel();
}

/** The same for somebody who wants to know whether it was done. */
export async function deleteAt(server: ServerAddress, path: string, signal: AbortSignal): Promise<void> {
  const request = { method: 'DELETE', path, headers: {} } as const;
  const answer = await send(server, request, signal).catch((error: unknown) => {
    signal.throwIfAborted();
    throw unreachable(server, error);
  });
  if (!answer.ok) throw await refusal(server, answer);
  await answer.body?.cancel();
}

interface Request extends Omit<Post, 'body'> {
  readonly method?: 'GET' | 'DELETE';
  readonly body?: Post['body'];
  /** Of the answer. Default: JSON. */
  readonly accept?: string;
}

function send({ url, token }: ServerAddress, request: Request, signal: AbortSignal) {
  const { path, headers, body, method, accept = 'application/json' } = request;
  return fetch(`${url}${path}`, {
    method: method ?? 'POST',
    headers: {
      ...headers,
      accept,
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
    },
    ...(body !== undefined && { body }),
    signal,
    // A token must not follow to where it was not meant for.
    redirect: 'manual',
    dispatcher,
  });
}

/** How many recognitions the server makes at once; 1 where it does not say. */
export async function processesOf({ url }: ServerAddress, signal: AbortSignal): Promise<number> {
  try {
    const answer = await fetch(`${url}/health/ready`, { signal, redirect: 'manual', dispatcher });
    const { engine } = (await answer.json()) as { engine?: { processes?: unknown } };
    const processes = Number(engine?.processes);
    return Number.isInteger(processes) && processes > 0 ? processes : 1;
  } catch {
    signal.throwIfAborted();
    return 1;
  }
}

/** A server that is busy may close the connection while it is still being sent to. */
function isBroken(error: unknown): boolean {
  const { code } = ((error as Error).cause ?? {}) as { code?: string };
  return BROKEN.includes(code ?? '');
}

export function unreachable({ url }: ServerAddress, error: unknown): CommandError {
  const { message, cause } = error as Error;
  const reason = (cause as Error | undefined)?.message || message;
  return new CommandError(`the server ${url} cannot be reached: ${reason}`, { cause: error });
}

async function json(server: ServerAddress, answer: Response): Promise<unknown> {
  try {
    return await answer.json();
  } catch (error) {
    throw new CommandError(`the answer of ${server.url} is not JSON: is that a Locutor server?`, {
      cause: error,
    });
  }
}

/** The server's own code and message, where it has sent them. */
async function refusal(server: ServerAddress, answer: Response): Promise<CommandError> {
  const location = answer.headers.get('location') ?? undefined;
  return refusedBy(server, { status: answer.status, location, body: await answer.json().catch(() => ({})) });
}

/** An answer with a status that is none of success, and what its JSON says. */
export interface Refusal {
  readonly status: number;
  readonly location: string | undefined;
  readonly body: unknown;
}

export function refusedBy({ url }: ServerAddress, { status, location, body }: Refusal): CommandError {
  if (status >= 300 && status < 400 && location !== undefined)
    return new CommandError(`the server ${url} redirects to ${quote(location)}: use that address`);
  const { code, message } = (body ?? {}) as Record<string, unknown>;
  if (typeof code !== 'string' || typeof message !== 'string')
    return new CommandError(`${url} answered with status ${status}: is that a Locutor server?`);
  const hint = status === 401 ? '; give a token with --token or LOCUTOR_TOKEN' : '';
  return new CommandError(`${message} (${code})${hint}`);
}
