export interface BackoffOptions {
  minMs: number;
  maxMs: number;
}

/**
 * The pause before the next start after so many failures in a row: doubled each time, up to the maximum,
 * and spread over its upper half so that several processes do not load their models in step.
 */
export function backoffDelay(failures: number, options: BackoffOptions, random: () => number): number {
  const full = Math.min(options.maxMs, options.minMs * 2 ** (failures - 1));
  return Math.round(full * (0.5 + random() / 2));
}
