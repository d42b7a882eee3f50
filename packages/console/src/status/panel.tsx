import './status.css';
import { Health } from './health.tsx';
import { LatencyCharts } from './latency.tsx';
import { Models } from './models.tsx';

export function StatusPanel() {
  return (
    <div class="columns halves">
      <div class="stack">
        <Health />
        <LatencyCharts />
      </div>
      <Models />
    </div>
  );
}
