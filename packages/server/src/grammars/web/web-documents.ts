import type { LRUCache } from 'lru-cache';
import type { LoadedDocument } from '../document.ts';
import { idleCache } from '../expiring-cache.ts';
import { LoadFailure, notFound } from '../load-failure.ts';
import { type FetchContext, type Fetched, fetchDocument } from './fetch-document.ts';
import { type CacheHeaders, freshness } from './freshness.ts';
import { type RecentFailures, recentFailures } from './recent-failures.ts';
import { Semaphore } from './semaphore.ts';
import { SharedFetch } from './shared-fetch.ts';

export interface WebDocumentsOptions extends Omit<FetchContext, 'deadOrigins'> {
  readonly now: () => number;
}

interface Entry {
  readonly document: LoadedDocument;
  readonly headers: CacheHeaders;
  /** From here to the end of its life, a use of the document fetches the next one in the background. */
  readonly renewFrom: number;
}

/** The last tenth of a document's life: a server that is down for that long is not noticed by anyone. */
const RENEWAL_SHARE = 0.1;

/**
 * Fetched documents, each kept for as long as its server says. One that is due is asked for again with its mark;
 * until its life is over, a failure to renew it changes nothing, and from then on that failure is the answer.
 */
export class WebDocuments {
  readonly #options: WebDocumentsOptions;
  readonly #context: FetchContext;
  readonly #slots: Semaphore;
  readonly #kept: LRUCache<string, Entry>;
  readonly #failures: RecentFailures;
  readonly #fetches = new Map<string, SharedFetch<LoadedDocument>>();
  #generation = 0;

  constructor(options: WebDocumentsOptions) {
    const { limits, now } = options;
    const { cacheEntries: entries, cacheBytes: bytes, idleMs, failureMs } = limits;
    this.#options = options;
    this.#slots = new Semaphore(limits.fetches);
    this.#kept = idleCache({ entries, bytes, idleMs, now });
    this.#failures = recentFailures(failureMs, entries, now);
    this.#context = { ...options, deadOrigins: recentFailures(failureMs, entries, now) };
  }

  async load(url: URL, signal: AbortSignal | undefined): Promise<LoadedDocument> {
    const entry = this.#kept.get(url.href);
    const failure = this.#failures.get(url.href);
    const now = this.#options.now();
    if (entry !== undefined && now < entry.document.freshUntil) {
      if (now >= entry.renewFrom && failure === undefined) this.#renew(url, entry);
      return entry.document;
    }
    if (failure !== undefined) throw failure;
    return this.#fetch(url, entry).join(signal);
  }

  /** What is on its way now may be as old as what was kept: it reaches who waits for it, and is not kept. */
  forget(): void {
    this.#generation += 1;
    this.#kept.clear();
    this.#failures.clear();
    this.#context.deadOrigins.clear();
  }

  close(): void {
    for (const fetch of this.#fetches.values()) fetch.abandon();
  }

  #renew(url: URL, entry: Entry): void {
    if (this.#fetches.has(this.#keyOf(url))) return;
    // The failure is remembered and reported once the document has expired.
    this.#fetch(url, entry)
      .join(undefined)
      .catch(() => {});
  }

  #fetch(url: URL, entry: Entry | undefined): SharedFetch<LoadedDocument> {
    const key = this.#keyOf(url);
    const running = this.#fetches.get(key);
    if (running !== undefined && !running.abandoned) return running;
    const fetch = new SharedFetch((signal) => this.#fetchAndKeep(url, entry, signal));
    this.#fetches.set(key, fetch);
    fetch.ended(() => {
      if (this.#fetches.get(key) === fetch) this.#fetches.delete(key);
    });
    return fetch;
  }

  /** Nobody joins a fetch that began before everything was forgotten. */
  #keyOf({ href }: URL): string {
    return `${this.#generation} ${href}`;
  }

  async #fetchAndKeep(url: URL, entry: Entry | undefined, signal: AbortSignal): Promise<LoadedDocument> {
    const generation = this.#generation;
    try {
      const fetched = await this.#inTime(signal, (bounded) =>
        fetchDocument(url, entry && { ...entry, uri: entry.document.uri }, this.#context, bounded),
      );
      this.#failures.delete(url.href);
      return this.#keep(url, fetched, entry, generation === this.#generation);
    } catch (error) {
      if (error instanceof LoadFailure && generation === this.#generation)
        this.#failures.set(url.href, error);
      throw error;
    }
  }

  /** Runs the work in its turn and ends it at the deadline, which the wait for the turn counts towards. */
  async #inTime<T>(signal: AbortSignal, work: (bounded: AbortSignal) => Promise<T>): Promise<T> {
    const { fetchMs } = this.#options.limits;
    const bounded = new AbortController();
    const giveUp = () => bounded.abort(signal.reason);
    const late = notFound(`it could not be fetched within ${fetchMs / 1000} s`);
    const timer = setTimeout(() => bounded.abort(late), fetchMs);
    signal.addEventListener('abort', giveUp);
    try {
      const leave = await this.#slots.enter(bounded.signal);
      return await work(bounded.signal).finally(leave);
    } finally {
      clearTimeout(timer);
      signal.removeEventListener('abort', giveUp);
    }
  }

  #keep(url: URL, fetched: Fetched, entry: Entry | undefined, current: boolean): LoadedDocument {
    const now = this.#options.now();
    const headers =
      fetched.kind === 'unchanged' ? { ...entry!.headers, ...fetched.headers } : fetched.headers;
    const { keep, lifeMs } = freshness(headers, now, this.#options.limits.lifeMs);
    const freshUntil = now + lifeMs;
    const document = { ...content(fetched, entry), freshUntil };
    if (!current) return document;
    if (keep) {
      const renewFrom = freshUntil - lifeMs * RENEWAL_SHARE;
      const size = document.bytes.length + url.href.length;
      this.#kept.set(url.href, { document, headers, renewFrom }, { size });
    } else this.#kept.delete(url.href);
    return document;
  }
}

function content(fetched: Fetched, entry: Entry | undefined): Omit<LoadedDocument, 'freshUntil'> {
  if (fetched.kind === 'unchanged') return entry!.document;
  const { uri, bytes, fingerprint, mediaType } = fetched;
  return { uri, bytes, fingerprint, ...(mediaType === undefined ? {} : { mediaType }) };
}
