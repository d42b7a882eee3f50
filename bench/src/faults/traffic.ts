import { setTimeout as sleep } from 'node:timers/promises';
import type { BenchServer } from '../bench-server.ts';
import type { RequestMaker } from '../load/load-request.ts';
import { type Outcome, send } from '../load/send.ts';

/** What a client saw, in a word or two: `200`, `200 FAILURE`, `503 ERR_BUSY`, `connection lost`. */
export function labelOf({ status, text, verdict }: Outcome): string {
  if (verdict === 'lost') return 'connection lost';
  const code = /"code":"(ERR_\w+)"/.exec(text)?.[1];
  const ended = /"result_status":"(FAILURE|CANCELED)"/.exec(text)?.[1];
  return [status, code ?? ended].filter(Boolean).join(' ');
}

/** How often each was seen, the most frequent first: `41 × 200, 1 × 503 ERR_BUSY`. */
export function tally(labels: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const label of labels) counts.set(label, (counts.get(label) ?? 0) + 1);
  const parts = [...counts].sort(([, a], [, b]) => b - a).map(([label, count]) => `${count} × ${label}`);
  return parts.join(', ') || 'nothing';
}

let unique = 0;

/** Clients that ask without a pause until they are stopped. */
export class Traffic {
  readonly outcomes: Outcome[] = [];
  readonly #clients: Promise<void>[];
  #going = true;

  constructor(server: BenchServer, makers: readonly RequestMaker[], clients: number, token = server.token) {
    this.#clients = Array.from({ length: clients }, async () => {
      while (this.#going) {
        const number = unique++;
        const outcome = await send(server.url, token, makers[number % makers.length]!(number), `f${number}`);
        this.outcomes.push(outcome);
        // A server that is gone refuses at once.
        if (outcome.verdict === 'lost') await sleep(50);
      }
    });
  }

  /** Waits until so many more are answered. */
  async answered(more: number): Promise<void> {
    const wanted = this.outcomes.length + more;
    while (this.outcomes.length < wanted) await sleep(20);
  }

  /** The answers of all clients, after the last. */
  async stop(): Promise<Outcome[]> {
    this.#going = false;
    await Promise.all(this.#clients);
    return this.outcomes;
  }
}

/** Asks until the condition holds; throws after a minute. */
export async function until(what: string, condition: () => boolean | Promise<boolean>): Promise<void> {
  for (const begun = performance.now(); performance.now() - begun < 60_000; await sleep(50)) {
    if (await condition()) return;
  }
  throw new Error(`broken: ${what} did not happen within a minute`);
}

interface Health {
  readonly ready: boolean;
  readonly database: { readonly reads: boolean; readonly writes: boolean };
  readonly engine: { readonly ready: number; readonly queued: number; readonly running: number };
}

export async function health(server: BenchServer): Promise<Health> {
  return (await fetch(`${server.url}/health/ready`)).json() as Promise<Health>;
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
