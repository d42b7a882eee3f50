import { Gauge, Histogram } from 'prom-client';
import { type Measure, measuring, SECONDS } from './measure.ts';

/** Connections of a database that has them. */
export interface Connections {
  readonly total: number;
  readonly idle: number;
  /** Calls that wait for a connection. */
  readonly waiting: number;
}

export interface DatabaseCalls {
  onCall(ms: number, outcome: string): void;
  measure(connections: (() => Connections) | undefined): Measure;
}

/** Counts the calls to the database. */
export function countDatabaseCalls(): DatabaseCalls {
  const registers: [] = [];
  const calls = new Histogram({
    name: 'locutor_database_call_seconds',
    help: 'Time of calls to the database, by outcome: ok, or the code of the error',
    labelNames: ['outcome'],
    buckets: SECONDS,
    registers,
  });
  return {
    onCall: (ms, outcome) => calls.labels(outcome).observe(ms / 1000),
    measure(connections) {
      const counts = new Gauge({
        name: 'locutor_database_connections',
        help: 'Connections to PostgreSQL: total, idle; and calls that are waiting for one',
        labelNames: ['state'],
        registers,
        collect() {
          if (!connections) return;
          for (const [state, count] of Object.entries(connections())) this.labels(state).set(count);
        },
      });
      return measuring(calls, counts);
    },
  };
}
