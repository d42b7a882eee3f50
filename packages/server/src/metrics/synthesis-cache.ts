import { Counter, type Registry } from 'prom-client';

/** Counts requests that want cached speech, by whether there was any. */
export function cacheCounter(registry: Registry): (found: boolean) => void {
  const looks = new Counter({
    name: 'locutor_synthesis_cache_total',
    help: 'Requests that allow cached speech, by whether it was there',
    labelNames: ['outcome'],
    registers: [registry],
  });
  return (found) => looks.labels(found ? 'hit' : 'miss').inc();
}
