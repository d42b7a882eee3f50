/** What loading may cost. The defaults are what a deployment uses; tests shorten the times. */
export interface LoaderLimits {
  /** Largest document, as stored and again after decompression. */
  readonly documentBytes: number;
  /** Time for one fetch with its redirects, from the wait for a free slot to the last byte. */
  readonly fetchMs: number;
  readonly redirects: number;
  /** Fetches at the same time; more wait, inside their own `fetchMs`. */
  readonly fetches: number;
  /** Life of a fetched document whose server does not state one. */
  readonly lifeMs: number;
  /** A document that is not requested for this long is dropped. */
  readonly idleMs: number;
  /** How long a failure is remembered, so that a dead host is asked once and not once per request. */
  readonly failureMs: number;
  readonly cacheBytes: number;
  readonly cacheEntries: number;
}

export const defaultLimits: LoaderLimits = {
  documentBytes: 1024 ** 2,
  fetchMs: 5_000,
  redirects: 5,
  fetches: 64,
  lifeMs: 60 * 60_000,
  idleMs: 10 * 60_000,
  failureMs: 5_000,
  cacheBytes: 64 * 1024 ** 2,
  cacheEntries: 1024,
};
