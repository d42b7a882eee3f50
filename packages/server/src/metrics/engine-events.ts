import { KILL_REASONS, type PoolEvent } from '@locutor/engine';
import { Counter, Histogram } from 'prom-client';
import { type Measure, measuring, SECONDS } from './measure.ts';

export interface EngineEvents {
  /** Gets every event of the engine pool. */
  onEvent(event: PoolEvent): void;
  /** A request was refused before its body was read, because too many wait. */
  onRefused(): void;
  readonly measure: Measure;
}

/** Counts what happens in the engine pool. */
export function countEngineEvents(): EngineEvents {
  const registers: [] = [];
  const waits = new Histogram({
    name: 'locutor_engine_queue_seconds',
    help: 'Time that jobs waited for an engine process',
    labelNames: ['kind'],
    buckets: SECONDS,
    registers,
  });
  const runs = new Histogram({
    name: 'locutor_engine_job_seconds',
    help: 'Time that jobs ran in an engine process, by how they ended',
    labelNames: ['kind', 'outcome'],
    buckets: SECONDS,
    registers,
  });
  const refused = new Counter({
    name: 'locutor_engine_refused_total',
    help: 'Requests and jobs that were refused because the queue was full',
    registers,
  });
  const kills = new Counter({
    name: 'locutor_engine_kills_total',
    help: 'Engine processes that the server killed, by reason',
    labelNames: ['reason'],
    registers,
  });
  // An increase is only seen where there was a value before.
  for (const reason of KILL_REASONS) kills.labels(reason).inc(0);
  const starts = new Histogram({
    name: 'locutor_engine_start_seconds',
    help: 'Time from the start of an engine process until it took jobs',
    buckets: SECONDS,
    registers,
  });
  const loads = new Histogram({
    name: 'locutor_model_load_seconds',
    help: 'Time to load a model into an engine process',
    labelNames: ['model'],
    buckets: SECONDS,
    registers,
  });
  const unusable = new Counter({
    name: 'locutor_model_failures_total',
    help: 'Model files that an engine process could not load',
    registers,
  });
  return {
    onEvent(event) {
      if (event.type === 'job') {
        waits.labels(event.kind).observe(event.queuedMs / 1000);
        if (event.ranMs > 0) runs.labels(event.kind, event.outcome).observe(event.ranMs / 1000);
      } else if (event.type === 'queue-full') refused.inc();
      else if (event.type === 'kill') kills.labels(event.reason).inc();
      else if (event.type === 'ready') starts.observe(event.startMs / 1000);
      else if (event.type === 'model-loaded') loads.labels(event.model).observe(event.ms / 1000);
      else if (event.type === 'model-unusable') unusable.inc();
    },
    onRefused: () => refused.inc(),
    measure: measuring(waits, runs, refused, kills, starts, loads, unusable),
  };
}
