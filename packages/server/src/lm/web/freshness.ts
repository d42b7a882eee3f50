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
 * RFC 9111 for a cache that serves one user, this server: it fetches without credentials, so `private` and
 * `s-maxage` are not about it. A life that is stated but not readable counts as over.
 */
export function freshness(headers: CacheHeaders, now: number, otherwiseMs: number): Freshness {
  const control = headers['cache-control'] ?? '';
  if (/(^|[\s,])no-store($|[\s,])/i.test(control)) return { keep: false, lifeMs: 0 };
  if (/(^|[\s,])no-cache($|[\s,=])/i.test(control)) return { keep: true, lifeMs: 0 };
  const stated = statedMs(headers, control, now);
  if (stated === undefined) return { keep: true, lifeMs: otherwiseMs };
  const ageMs = /^\d+$/.test(headers.age ?? '') ? Number(headers.age) * 1000 : 0;
  return { keep: true, lifeMs: Math.max(0, stated - ageMs) };
}

function statedMs(headers: CacheHeaders, control: string, now: number): number | undefined {
  const ages = [...control.matchAll(/(?:^|[\s,])max-age\s*=\s*"?([^",\s]*)/gi)].map(([, value]) =>
    /^\d+$/.test(value!) ? Number(value) : 0,
  );
  // Where a server contradicts itself, the shorter life is the safe one.
  if (ages.length > 0) return Math.min(...ages, 2 ** 31) * 1000;
  if (headers.expires === undefined) return undefined;
  const expires = Date.parse(headers.expires);
  const date = Date.parse(headers.date ?? '');
  return Number.isNaN(expires) ? 0 : Math.max(0, expires - (Number.isNaN(date) ? now : date));
}

/** The headers of a request that asks for the document only if it changed; none where the server gave no mark. */
export function conditionalHeaders(headers: CacheHeaders): Record<string, string> {
  return {
    ...(headers.etag === undefined ? {} : { 'if-none-match': headers.etag }),
    ...(headers['last-modified'] === undefined ? {} : { 'if-modified-since': headers['last-modified'] }),
  };
}
