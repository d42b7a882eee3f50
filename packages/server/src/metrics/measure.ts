import type { Metric, Registry } from 'prom-client';

/**
 * Adds metrics to the registry that /metrics shows. Parts of the server that count something hand one to the app, in
 * `measures`. Labels have few values, known in advance, and never say whose request it was.
 */
export type Measure = (registry: Registry) => void;

/** For metrics that were made without a registry (`registers: []`), because they are counted before there is one. */
export function measuring(...metrics: readonly Metric[]): Measure {
  return (registry) => {
    for (const metric of metrics) registry.registerMetric(metric);
  };
}

/** From a millisecond to the ten minutes that a long recording takes. */
export const SECONDS = [0.001, 0.005, 0.025, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 120, 600];
