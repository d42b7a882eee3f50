import type { PoolJob } from './pool-job.ts';

/** What one client has waiting, how much of it runs, and the processor time it has had. */
interface Share {
  readonly waiting: Set<PoolJob>;
  running: number;
  usedMs: number;
}

/**
 * Jobs of several clients in one line, so that no client keeps the others out. The client with the fewest running jobs
 * comes first, then the one whose jobs have run for the shortest time; jobs of one client stay in order. Time and not
 * jobs, because one client may send minutes of audio where another sends seconds.
 */
export class FairLine {
  readonly #shares = new Map<string, Share>();
  readonly #running = new Set<PoolJob>();
  #length = 0;

  get length(): number {
    return this.#length;
  }

  push(job: PoolJob): void {
    this.#shareOf(job.request.client).waiting.add(job);
    this.#length += 1;
  }

  /** The next job that fits, which begins to run. */
  take(fits: (job: PoolJob) => boolean = () => true): PoolJob | undefined {
    let next: { share: Share; job: PoolJob } | undefined;
    for (const share of this.#shares.values()) {
      if (next && !isBefore(share, next.share)) continue;
      const job = [...share.waiting].find(fits);
      if (job) next = { share, job };
    }
    if (!next) return undefined;
    const { job } = next;
    // In this order: a client with nothing to do in between would lose its place.
    this.begin(job);
    this.#drop(job);
    return job;
  }

  remove(job: PoolJob): boolean {
    const removed = this.#drop(job);
    if (removed) this.#forget();
    return removed;
  }

  /** Jobs in the order they came. */
  all(): PoolJob[] {
    const all = [...this.#shares.values()].flatMap(({ waiting }) => [...waiting]);
    return all.sort((a, b) => a.request.id - b.request.id);
  }

  takeAll(): PoolJob[] {
    const all = this.all();
    for (const job of all) this.remove(job);
    return all;
  }

  /** A job begins to run that did not wait in this line. */
  begin(job: PoolJob): void {
    this.#running.add(job);
    this.#shareOf(job.request.client).running += 1;
  }

  /** It runs no more; for jobs that did not run this does nothing. */
  end(job: PoolJob, ranMs: number): void {
    if (!this.#running.delete(job)) return;
    const share = this.#shareOf(job.request.client);
    share.running -= 1;
    share.usedMs += ranMs;
    this.#forget();
  }

  /**
   * The job that makes room for one more of the client: the newest of whoever has the most waiting. Undefined where that
   * is the client itself, or would be then. Jobs that continue accepted work stay.
   */
  displacedBy(client: string): PoolJob | undefined {
    let most: PoolJob[] = [];
    for (const { waiting } of this.#shares.values()) {
      const fresh = [...waiting].filter((job) => !job.request.continues);
      if (fresh.length > most.length) most = fresh;
    }
    const own = this.#shares.get(client)?.waiting.size ?? 0;
    return most.length > own + 1 ? most.at(-1) : undefined;
  }

  #drop(job: PoolJob): boolean {
    if (!this.#shares.get(job.request.client)?.waiting.delete(job)) return false;
    this.#length -= 1;
    return true;
  }

  /** A client that comes, or comes back, has had no less than the least of those who are here: it cannot catch up. */
  #shareOf(client: string): Share {
    const known = this.#shares.get(client);
    if (known && isActive(known)) return known;
    const usedMs = Math.max(known?.usedMs ?? 0, this.#leastUsed());
    const share = { waiting: new Set<PoolJob>(), running: 0, usedMs };
    this.#shares.set(client, share);
    return share;
  }

  /** What a client has had counts as long as others are here who have had less. */
  #forget(): void {
    const least = this.#leastUsed();
    for (const [client, share] of this.#shares) {
      if (!isActive(share) && share.usedMs <= least) this.#shares.delete(client);
    }
    if (![...this.#shares.values()].some(isActive)) this.#shares.clear();
  }

  #leastUsed(): number {
    const active = [...this.#shares.values()].filter(isActive);
    return active.length === 0 ? 0 : Math.min(...active.map(({ usedMs }) => usedMs));
  }
}

function isActive({ waiting, running }: Share): boolean {
  return waiting.size > 0 || running > 0;
}

function isBefore(one: Share, other: Share): boolean {
  return one.running === other.running ? one.usedMs < other.usedMs : one.running < other.running;
}
