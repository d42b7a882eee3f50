import { Registry } from 'prom-client';
import { expect, it } from 'vitest';
import { SessionMetrics } from './session-metrics.ts';

it('measures the first partial result of what is said, and the result behind its end', async () => {
  const registry = new Registry();
  const count = new SessionMetrics(registry).recognition();
  count.speechStarted();
  count.partial();
  count.partial();
  count.speechEnded();
  count.result('RECOGNIZED');
  count.result('NO_SPEECH');
  const text = await registry.metrics();
  for (const line of [
    'locutor_session_first_partial_seconds_count 1',
    'locutor_session_result_seconds_count 1',
    'locutor_session_results_total{status="RECOGNIZED"} 1',
    'locutor_session_results_total{status="NO_SPEECH"} 1',
  ])
    expect(text).toContain(line);
});
