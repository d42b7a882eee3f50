import { createServer } from 'node:net';
import type { Config } from '../../config/index.ts';
import { type Check, failure, ok, warning } from './check.ts';

const ANSWER_MS = 5000;

/** Whether a server could listen now, or already does. */
export async function checkPort({
  host,
  port,
  pathPrefix,
}: Pick<Config, 'host' | 'port' | 'pathPrefix'>): Promise<Check> {
  const name = 'port';
  const address = `${host.includes(':') ? `[${host}]` : host}:${port}`;
  if (port === 0) return ok(name, 'a free one is chosen at each start');
  const problem = await listenProblem(host, port);
  if (problem === undefined) return ok(name, `${address} is free`);
  if (problem === 'EADDRINUSE') return whoAnswers(name, address, pathPrefix);
  if (problem === 'EACCES') {
    return failure(
      name,
      `${address}: no permission`,
      'Ports below 1024 are for root: set LOCUTOR_PORT higher.',
    );
  }
  return failure(name, `${address}: ${problem}`, 'Set LOCUTOR_HOST to an address of this machine.');
}

function listenProblem(host: string, port: number): Promise<string | undefined> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
    server.listen({ host, port, exclusive: true }, () => server.close(() => resolve(undefined)));
  });
}

async function whoAnswers(name: string, address: string, prefix: string): Promise<Check> {
  // An address that stands for all of them is asked through the machine itself.
  const url = `http://${address.replace(/^0\.0\.0\.0:/, '127.0.0.1:').replace(/^\[::\]:/, '[::1]:')}${prefix}`;
  const health = await askHealth(url);
  if (health === undefined) {
    return failure(
      name,
      `${address} is used by another program`,
      'Stop it, or set LOCUTOR_PORT to another port.',
    );
  }
  if (health) return ok(name, `a Locutor server answers at ${url} and is ready`);
  return warning(
    name,
    `a Locutor server answers at ${url}, but is not ready`,
    `See ${url}/health/ready and its log.`,
  );
}

/** Whether a Locutor server is ready; undefined where none answers. */
async function askHealth(url: string): Promise<boolean | undefined> {
  try {
    const answer = await fetch(`${url}/health/ready`, {
      signal: AbortSignal.timeout(ANSWER_MS),
      redirect: 'error',
    });
    const { ready } = (await answer.json()) as { ready?: unknown };
    return typeof ready === 'boolean' ? ready : undefined;
  } catch {
    return undefined;
  }
}
