import CachePolicy from 'http-cache-semantics';

/** The response headers that say how long a document may be kept and how to ask whether it changed. */
export interface CacheHeaders {
  readonly 'cache-control'?: string;
  readonly expires?: string;
  readonly date?: string;
  readonly age?: string;
  readonly etag?: string;
  readonly 'last-modified'?: string;
}

const NAMES = ['cache-control', 'expires', 'date', 'age', 'etag', 'last-modified'] as const;
/** The longest life that RFC 9111 asks a cache to support. */
const LONGEST_MS = 2 ** 31 * 1000;
/** The last moment that a Date can hold. */
const LAST_TIME = 8.64e15;
/** The request of every fetch: without headers that change the answer. */
const REQUEST = { headers: {} };

export function cacheHeaders(headers: Readonly<Record<string, string | string[] | undefined>>): CacheHeaders {
  const found = NAMES.flatMap((name) => {
    const value = headers[name];
    return value === undefined ? [] : [[name, Array.isArray(value) ? value.join(', ') : value]];
  });
  return Object.fromEntries(found);
}

export interface Freshness {
  /** False: `no-store`. */
  readonly keep: boolean;
  readonly lifeMs: number;
}

/**
 * RFC 9111 for a private cache: this server fetches without credentials, so `private` and `s-maxage` do not concern
 * it. A document without a stated life expires `otherwiseMs` after its date; http-cache-semantics would guess from
 * Last-Modified.
 */
export function freshness(headers: CacheHeaders, now: number, otherwiseMs: number): Freshness {
  const sent = Date.parse(headers.date ?? '');
  const date = Number.isNaN(sent) ? now : sent;
  const policy = policyOf({
    expires: timestamp(date + otherwiseMs),
    ...headers,
    date: timestamp(date),
    // The library knows the directives in lower case only.
    'cache-control': headers['cache-control']?.toLowerCase() ?? '',
  });
  // Not timeToLive(): it adds stale-if-error and stale-while-revalidate, and nothing stale is served here.
  // Headers have whole seconds; age() adds the time since the policy was made.
  const lifeMs = Math.round(policy.maxAge() - Math.max(0, policy.age())) * 1000;
  return { keep: policy.storable(), lifeMs: Math.min(Math.max(0, lifeMs), LONGEST_MS) };
}

/** The headers of a request that asks for the document only if it changed; none if the server sent no validator. */
export function conditionalHeaders(headers: CacheHeaders): Record<string, string> {
  return policyOf(headers).revalidationHeaders(REQUEST) as Record<string, string>;
}

function policyOf(headers: CacheHeaders): CachePolicy {
  const response = { status: 200, headers: { ...headers } };
  return new CachePolicy(REQUEST, response, { shared: false, immutableMinTimeToLive: 0 });
}

function timestamp(ms: number): string {
  return new Date(Math.min(ms, LAST_TIME)).toISOString();
}
