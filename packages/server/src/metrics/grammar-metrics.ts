import { Counter, Gauge, Histogram } from 'prom-client';
import { type Measure, measuring, SECONDS } from './measure.ts';

export interface GrammarTurns {
  /** A job of the grammar threads got its turn, or was refused, after so many milliseconds. */
  onTurn(waitedMs: number, refused: boolean): void;
  measure(queued: () => number): Measure;
}

/** Counts the queue in front of the threads that compile and match grammars. */
export function countGrammarTurns(): GrammarTurns {
  const registers: [] = [];
  const waits = new Histogram({
    name: 'locutor_grammar_queue_seconds',
    help: 'Time that grammar work waited for a thread',
    buckets: SECONDS,
    registers,
  });
  const refused = new Counter({
    name: 'locutor_grammar_refused_total',
    help: 'Grammar work that was refused because too much was waiting',
    registers,
  });
  return {
    onTurn(waitedMs, isRefused) {
      if (isRefused) refused.inc();
      else waits.observe(waitedMs / 1000);
    },
    measure(queued) {
      const depth = new Gauge({
        name: 'locutor_grammar_queued',
        help: 'Grammar work that waits for a thread',
        registers,
        collect() {
          this.set(queued());
        },
      });
      return measuring(waits, refused, depth);
    },
  };
}
