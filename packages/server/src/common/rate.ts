const UNIT_MS = { second: 1_000, minute: 60_000, hour: 3_600_000 } as const;
const SHAPE = /^([1-9]\d{0,5})\/(second|minute|hour)(?: burst ([1-9]\d{0,5}))?$/;

export const RATE_EXPECTED = 'a rate such as 60/minute, or 10/second burst 20 (second, minute or hour)';

/** How often something may happen: on average every `everyMs`, and `burst` times at once after a rest. */
export interface Rate {
  readonly everyMs: number;
  readonly burst: number;
  /** As a person wrote it. */
  readonly text: string;
}

/** Without a burst of its own, `60/minute` lets 60 come at once: a client that counts minutes is not refused. */
export function readRate(text: string): Rate | undefined {
  const [, times, unit, burst] = SHAPE.exec(text) ?? [];
  if (times === undefined || unit === undefined) return undefined;
  const everyMs = UNIT_MS[unit as keyof typeof UNIT_MS] / Number(times);
  return { everyMs, burst: Number(burst ?? times), text };
}
