import type { EngineFigures } from '../metrics/engine-metrics.ts';
import type { Engine } from './engine.ts';

/** The state of an engine as numbers. */
export function engineFigures(engine: Pick<Engine, 'state'>): EngineFigures {
  const { processes, up, queued, running } = engine.state();
  const restarts = processes.reduce((sum, each) => sum + each.restarts, 0);
  return { processes: processes.length, ready: up, queued, running, restarts };
}
