import { GrammarError } from '../errors.ts';

export interface TurnOptions {
  /** Jobs of one client that may run at once. */
  readonly perClient: number;
  /** Jobs that may wait. */
  readonly queue: number;
  /** Milliseconds a job waits. */
  readonly patience: number;
}

/** Something that wants a thread. */
export interface Waiting<Thread> {
  /** Who waits for it: it runs as soon as it is the turn of any of them. More may join while it waits. */
  readonly clients: ReadonlySet<string>;
  /** Whether a free thread suits it better than others. */
  readonly suits: (thread: Thread) => boolean;
  readonly signal?: AbortSignal | undefined;
}

/** A thread for one job; call `end` when the job is done. */
export interface Turn<Thread> {
  readonly thread: Thread;
  end(): void;
}

interface Entry<Thread> extends Waiting<Thread> {
  start(turn: Turn<Thread>): void;
  fail(error: Error): void;
}

/**
 * Gives threads to jobs so that no client keeps the others out. A client has at most `perClient` threads, the client
 * with the fewest comes first, then the one that was served longest ago. When the queue is full, the client with the
 * most waiting jobs makes room. Jobs that name no client are limited by the number of threads only.
 */
export class Turns<Thread> {
  readonly #options: TurnOptions;
  readonly #free: Set<Thread>;
  readonly #waiting: Entry<Thread>[] = [];
  readonly #running = new Map<string, number>();
  /** Clients by the number of their latest turn, while anybody waits. */
  readonly #served = new Map<string, number>();
  #turns = 0;

  constructor(threads: readonly Thread[], options: TurnOptions) {
    this.#free = new Set(threads);
    this.#options = options;
  }

  /** Jobs that have no thread yet. */
  get waiting(): number {
    return this.#waiting.length;
  }

  /** Throws a GrammarError with the limit `queue` where there is no room or the turn does not come in time. */
  async next(job: Waiting<Thread>): Promise<Turn<Thread>> {
    job.signal?.throwIfAborted();
    const client = this.#free.size > 0 ? this.#eligible(job) : undefined;
    // Nobody waits for a free thread who may have it.
    return client === undefined ? this.#wait(job) : this.#begin(job, client);
  }

  /** Fails everything that waits. */
  close(reason: Error): void {
    for (const entry of this.#waiting.splice(0)) entry.fail(reason);
  }

  #begin(job: Waiting<Thread>, client: string): Turn<Thread> {
    const threads = [...this.#free];
    const thread = threads.find(job.suits) ?? threads[0]!;
    this.#free.delete(thread);
    this.#running.set(client, this.#runningOf(client) + 1);
    this.#served.set(client, ++this.#turns);
    const end = () => {
      const left = this.#runningOf(client) - 1;
      if (left === 0) this.#running.delete(client);
      else this.#running.set(client, left);
      this.#free.add(thread);
      this.dispatch();
    };
    return { thread, end };
  }

  /** Starts what can start; to be called when a job that waits has more clients than before. */
  dispatch(): void {
    while (this.#free.size > 0) {
      const chosen = this.#choose();
      if (!chosen) break;
      const [entry] = this.#waiting.splice(chosen.place, 1);
      entry!.start(this.#begin(entry!, chosen.client));
    }
    if (this.#waiting.length === 0) this.#served.clear();
  }

  #choose(): { readonly place: number; readonly client: string } | undefined {
    let best: { readonly place: number; readonly client: string } | undefined;
    for (const [place, job] of this.#waiting.entries()) {
      const client = this.#eligible(job);
      if (client !== undefined && (!best || this.#isBefore(client, best.client))) best = { place, client };
    }
    return best;
  }

  /** Of the clients that wait for a job, the one whose turn comes first; undefined where all of them have enough. */
  #eligible({ clients }: Waiting<Thread>): string | undefined {
    if (clients.size === 0) return '';
    let best: string | undefined;
    for (const client of clients) {
      if (this.#runningOf(client) >= this.#options.perClient) continue;
      if (best === undefined || this.#isBefore(client, best)) best = client;
    }
    return best;
  }

  #isBefore(client: string, other: string): boolean {
    const more = this.#runningOf(client) - this.#runningOf(other);
    return more < 0 || (more === 0 && (this.#served.get(client) ?? 0) < (this.#served.get(other) ?? 0));
  }

  #runningOf(client: string): number {
    return this.#running.get(client) ?? 0;
  }

  #wait(job: Waiting<Thread>): Promise<Turn<Thread>> {
    if (this.#waiting.length >= this.#options.queue) this.#makeRoom(job);
    return new Promise((resolve, reject) => {
      const settle = () => {
        clearTimeout(timer);
        job.signal?.removeEventListener('abort', onAbort);
      };
      const entry: Entry<Thread> = {
        ...job,
        start: (turn) => {
          settle();
          resolve(turn);
        },
        fail: (error) => {
          settle();
          reject(error);
        },
      };
      const leave = (error: Error) => {
        const place = this.#waiting.indexOf(entry);
        if (place === -1) return;
        this.#waiting.splice(place, 1);
        entry.fail(error);
      };
      const { patience } = this.#options;
      const onAbort = () => leave(job.signal!.reason as Error);
      const timer = setTimeout(
        () => leave(queueFull(`no grammar thread was free within ${patience} ms`)),
        patience,
      );
      job.signal?.addEventListener('abort', onAbort, { once: true });
      this.#waiting.push(entry);
    });
  }

  /** Drops the newest job of the client that has the most of them, or refuses the new one where that client has it. */
  #makeRoom({ clients }: Waiting<Thread>): void {
    const counts = new Map<string, number>();
    for (const entry of this.#waiting) counts.set(owner(entry), (counts.get(owner(entry)) ?? 0) + 1);
    const [largest, most] = [...counts].reduce((a, b) => (b[1] > a[1] ? b : a), ['', 0]);
    const full = queueFull(`more than ${this.#options.queue} grammar jobs are waiting`);
    if (most <= (counts.get(owner({ clients })) ?? 0) + 1) throw full;
    // One that others wait for too is not the client's alone to lose.
    const place = this.#waiting.findLastIndex((entry) => owner(entry) === largest && entry.clients.size <= 1);
    if (place === -1) throw full;
    this.#waiting.splice(place, 1)[0]!.fail(full);
  }
}

/** The client that came with the job, before others joined. */
function owner({ clients }: Pick<Waiting<unknown>, 'clients'>): string {
  for (const client of clients) return client;
  return '';
}

function queueFull(reason: string): GrammarError {
  return new GrammarError('limit', reason, {}, 'queue');
}
