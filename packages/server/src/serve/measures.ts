import type { Config } from '../config/index.ts';
import type { JwtRules } from '../credentials/jwt.ts';
import type { Grammars } from '../grammars/grammars.ts';
import type { Readiness } from '../http/plugins/health.ts';
import { countDatabaseCalls } from '../metrics/database-metrics.ts';
import { countEngineEvents } from '../metrics/engine-events.ts';
import { countGrammarTurns } from '../metrics/grammar-metrics.ts';
import { measureJobs } from '../metrics/job-metrics.ts';
import type { Measure } from '../metrics/measure.ts';
import {
  measureDisk,
  measureEngineMemory,
  measureIssuer,
  measureQueueLimit,
  measureReadiness,
} from '../metrics/server-metrics.ts';
import type { Store } from '../store/index.ts';
import type { Engine } from './engine.ts';

/** What is counted from before the app exists. */
export function createCounts() {
  return { engine: countEngineEvents(), grammars: countGrammarTurns(), database: countDatabaseCalls() };
}

interface Measured {
  readonly config: Config;
  readonly engine: Pick<Engine, 'state'>;
  readonly grammars: Grammars;
  readonly store: Pick<Store, 'connections' | 'jobs'>;
  readonly issuer: JwtRules | undefined;
  readiness(): Promise<Readiness>;
}

/** Everything in /metrics that the app itself does not know. */
export function measuresOf(
  counts: ReturnType<typeof createCounts>,
  { config, engine, grammars, store, issuer, readiness }: Measured,
): Measure[] {
  return [
    counts.engine.measure,
    counts.grammars.measure(() => grammars.queued),
    counts.database.measure(store.connections),
    measureJobs(() => store.jobs.counts()),
    measureDisk(config.dataDir),
    measureReadiness(readiness),
    measureIssuer(() => issuer?.keys.fetches ?? { ok: 0, failed: 0 }),
    measureQueueLimit(config.maxQueue),
    measureEngineMemory(() => engine.state()),
  ];
}
