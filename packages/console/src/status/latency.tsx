import { call } from '../parts/api.ts';
import { ErrorNote } from '../parts/error-note.tsx';
import { type Latency, latenciesOf } from './metrics.ts';
import { usePolled } from './use-polled.ts';

const EVERY_MS = 10_000;
const BAR = 22;
const GAP = 3;
const HEIGHT = 44;

export function LatencyCharts() {
  const { value, error } = usePolled(
    async () => latenciesOf(await call((locutor) => locutor.metrics())),
    () => EVERY_MS,
  );
  return (
    <section class="card stack" aria-labelledby="latency-title">
      <h2 id="latency-title">Response times since the start</h2>
      <ErrorNote error={error} />
      {value?.length === 0 && <p class="muted">No operation was called yet.</p>}
      <div class="charts">
        {value?.map((latency) => (
          <Chart key={latency.route} latency={latency} />
        ))}
      </div>
    </section>
  );
}

function Chart({ latency: { route, count, buckets, median, slow } }: { readonly latency: Latency }) {
  const most = Math.max(...buckets.map((bucket) => bucket.count));
  const summary = `${count === 1 ? '1 request' : `${count} requests`}, half within ${seconds(median)}, 95 % within ${seconds(slow)}`;
  const width = buckets.length * (BAR + GAP);
  return (
    <figure class="chart">
      <figcaption>
        <code>{route}</code>
        <span class="muted small number">{summary}</span>
      </figcaption>
      <svg viewBox={`0 0 ${width} ${HEIGHT + 16}`} role="img" aria-label={`${route}: ${summary}`}>
        {buckets.map((bucket, index) => {
          const height = (HEIGHT * bucket.count) / most;
          const x = index * (BAR + GAP);
          return (
            <g key={bucket.upTo}>
              <title>{`up to ${seconds(bucket.upTo)}: ${bucket.count}`}</title>
              <rect class="ground" x={x} y={HEIGHT - 2} width={BAR} height={2} />
              <rect x={x} y={HEIGHT - height} width={BAR} height={height} rx={2} />
              <text x={x + BAR / 2} y={HEIGHT + 12}>
                {bucket.upTo === Number.POSITIVE_INFINITY ? '∞' : short(bucket.upTo)}
              </text>
            </g>
          );
        })}
      </svg>
    </figure>
  );
}

function seconds(value: number): string {
  return value < 1 ? `${Math.round(1000 * value)} ms` : `${value.toFixed(1)} s`;
}

function short(value: number): string {
  return value < 1 ? `${Math.round(1000 * value)}` : `${value}s`;
}
