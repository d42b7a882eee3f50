import { grammarMediaTypes } from '@locutor/grammar';
import { SpanKind } from '@opentelemetry/api';
import { traced } from '../../tracing/traced.ts';
import { fingerprint } from '../document.ts';
import type { LoaderLimits } from '../limits.ts';
import { forbidden, LoadFailure, notFound, tooLarge } from '../load-failure.ts';
import { Connection, type Response } from './connection.ts';
import { connectionFailure } from './connection-failure.ts';
import type { FetchPolicy } from './fetch-policy.ts';
import { type CacheHeaders, cacheHeaders, conditionalHeaders } from './freshness.ts';
import { ACCEPTED_ENCODINGS, readBody } from './read-body.ts';
import type { RecentFailures } from './recent-failures.ts';
import { permittedAddresses, type ResolveHost } from './resolve-host.ts';
import { parseWebUrl } from './web-url.ts';

export interface FetchContext {
  readonly policy: FetchPolicy;
  readonly resolve: ResolveHost;
  readonly limits: LoaderLimits;
  readonly ca?: string;
  /** Why no connection to an origin could be made a moment ago. */
  readonly deadOrigins: RecentFailures;
}

/** What is known of a document from before: where it was found and how to ask whether it changed. */
export interface Known {
  readonly uri: string;
  readonly headers: CacheHeaders;
}

export type Fetched =
  | { readonly kind: 'unchanged'; readonly headers: CacheHeaders }
  | {
      readonly kind: 'document';
      readonly uri: string;
      readonly bytes: Uint8Array;
      readonly fingerprint: string;
      readonly mediaType?: string;
      readonly headers: CacheHeaders;
    };

interface Redirect {
  readonly kind: 'redirect';
  readonly location: string;
}

const REDIRECTS = new Set([301, 302, 303, 307, 308]);

const HEADERS = {
  accept: [...grammarMediaTypes, 'text/plain;q=0.8', '*/*;q=0.5'].join(', '),
  'accept-encoding': ACCEPTED_ENCODINGS,
  'user-agent': 'locutor',
};

/** Follows redirects to the document; every address on the way is checked as the first was. */
export async function fetchDocument(
  start: URL,
  known: Known | undefined,
  context: FetchContext,
  signal: AbortSignal,
): Promise<Fetched> {
  let url = start;
  for (let redirects = 0; redirects <= context.limits.redirects; redirects++) {
    const visited = await traced('fetch', () => visit(url, redirects, known, context, signal), {
      kind: SpanKind.CLIENT,
      attributes: { 'http.request.method': 'GET', 'server.address': url.hostname },
    });
    if (visited.kind !== 'redirect') return visited;
    url = redirectTarget(url, visited.location);
  }
  throw notFound(`it redirects more than ${context.limits.redirects} times`);
}

function redirectTarget(from: URL, location: string): URL {
  try {
    const target = parseWebUrl(location, from.href);
    if (from.protocol === 'https:' && target.protocol === 'http:') {
      throw forbidden('https: leads to http:');
    }
    return target;
  } catch (error) {
    throw error instanceof LoadFailure ? behindRedirect(error) : error;
  }
}

function behindRedirect({ code, message, cause }: LoadFailure): LoadFailure {
  return new LoadFailure(code, `behind a redirect, ${message}`, { cause });
}

/** One request. */
async function visit(
  url: URL,
  redirects: number,
  known: Known | undefined,
  context: FetchContext,
  signal: AbortSignal,
): Promise<Fetched | Redirect> {
  const dead = context.deadOrigins.get(url.origin);
  if (dead !== undefined) throw redirects === 0 ? dead : behindRedirect(dead);
  let connection: Connection | undefined;
  try {
    const addresses = await permittedAddresses(url, context.policy, context.resolve, signal);
    connection = new Connection(url, addresses, context);
    // The mark belongs to the document's own address, not to one that redirects to it.
    const condition = known?.uri === url.href ? conditionalHeaders(known.headers) : {};
    const response = await connection.get(url, { ...HEADERS, ...condition }, signal);
    return await read(response, url, known?.uri === url.href, context.limits.documentBytes);
  } catch (error) {
    const failure = failureOf(error, signal);
    // Time that ran out behind a redirect says nothing about this host: another may have used it up.
    const unsure = signal.aborted && (redirects > 0 || connection === undefined);
    const unconnected = connection === undefined ? !(error instanceof LoadFailure) : !connection.made;
    if (unconnected && !unsure) context.deadOrigins.set(url.origin, failure);
    throw redirects === 0 ? failure : behindRedirect(failure);
  } finally {
    connection?.close();
  }
}

/** Throws what is not a failure of the document: the end of everyone's interest in it. */
function failureOf(error: unknown, signal: AbortSignal): LoadFailure {
  if (!signal.aborted) return error instanceof LoadFailure ? error : connectionFailure(error);
  if (signal.reason instanceof LoadFailure) return signal.reason;
  throw signal.reason;
}

async function read(
  response: Response,
  url: URL,
  conditional: boolean,
  limit: number,
): Promise<Fetched | Redirect> {
  const { status, headers } = response;
  if (REDIRECTS.has(status)) {
    if (typeof headers.location !== 'string') throw notFound('it redirects without saying where to');
    return { kind: 'redirect', location: headers.location };
  }
  if (status === 304 && conditional) return { kind: 'unchanged', headers: cacheHeaders(headers) };
  if (status !== 200) throw notFound(`its host answered with status ${status}`);
  if (Number(headers['content-length']) > limit) throw tooLarge(limit);
  const bytes = await readBody(response.body, String(headers['content-encoding'] ?? ''), limit);
  const mediaType = headers['content-type'];
  return {
    kind: 'document',
    uri: url.href,
    bytes,
    fingerprint: fingerprint(bytes),
    ...(typeof mediaType === 'string' ? { mediaType } : {}),
    headers: cacheHeaders(headers),
  };
}
