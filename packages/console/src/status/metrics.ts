/** One route's requests by how long they took. */
export interface Latency {
  readonly route: string;
  readonly count: number;
  /** Requests in each bucket, and its upper bound in seconds; the last one has none. */
  readonly buckets: readonly { readonly upTo: number; readonly count: number }[];
  /** Seconds that half, and 95 of 100, of the requests stayed below. */
  readonly median: number;
  readonly slow: number;
}

const LINE = /^locutor_http_request_seconds_bucket\{(.*)\} (\d+)$/gm;
const LABEL = /(\w+)="((?:[^"\\]|\\.)*)"/g;
/** Pages and checks that nobody waits for. */
const NOT_SHOWN = /^(?:none|.*\/(?:health|metrics|console|reference|openapi).*|\/)$/;

/** Latencies of the operations out of Prometheus' text form, the busiest first. */
export function latenciesOf(text: string): Latency[] {
  const routes = new Map<string, Map<number, number>>();
  for (const [, labels, count] of text.matchAll(LINE)) {
    const { route = '', le = '' } = Object.fromEntries(
      [...labels!.matchAll(LABEL)].map(([, name, value]) => [name, value]),
    ) as { route?: string; le?: string };
    if (NOT_SHOWN.test(route)) continue;
    const upTo = le === '+Inf' ? Number.POSITIVE_INFINITY : Number(le);
    const sums = routes.get(route) ?? new Map<number, number>();
    sums.set(upTo, (sums.get(upTo) ?? 0) + Number(count));
    routes.set(route, sums);
  }
  return [...routes]
    .map(([route, sums]) => latencyOf(route, sums))
    .filter(({ count }) => count > 0)
    .sort((a, b) => b.count - a.count);
}

/** Buckets of Prometheus hold everything below their bound. */
function latencyOf(route: string, sums: ReadonlyMap<number, number>): Latency {
  const bounds = [...sums].sort(([a], [b]) => a - b);
  const buckets = bounds.map(([upTo, sum], index) => ({ upTo, count: sum - (bounds[index - 1]?.[1] ?? 0) }));
  const count = bounds.at(-1)?.[1] ?? 0;
  return {
    route,
    count,
    buckets,
    median: quantile(buckets, count, 0.5),
    slow: quantile(buckets, count, 0.95),
  };
}

/** Within a bucket requests are taken to be spread evenly, as Prometheus' own function does. */
function quantile(buckets: Latency['buckets'], count: number, share: number): number {
  let before = 0;
  let from = 0;
  for (const { upTo, count: inside } of buckets) {
    if (before + inside >= share * count && inside > 0) {
      if (upTo === Number.POSITIVE_INFINITY) return from;
      return Math.min(upTo, from + ((upTo - from) * (share * count - before)) / inside);
    }
    before += inside;
    from = upTo;
  }
  return from;
}
