import { LONGEST_BREAK_MS } from './limits.ts';

const STRENGTHS: Readonly<Record<string, number>> = {
  ...{ none: 0, 'x-weak': 100, weak: 250, medium: 500, strong: 800, 'x-strong': 1_200 },
};
const TIME = /^\+?(\d+(?:\.\d+)?|\.\d+)(ms|s)$/;

/** The silence of a break in milliseconds, or undefined where the value is none. A time goes before a strength. */
export function breakMs(time: string | undefined, strength: string | undefined): number | undefined {
  if (time !== undefined) {
    const found = TIME.exec(time);
    if (!found) return undefined;
    const ms = Number(found[1]) * (found[2] === 's' ? 1_000 : 1);
    return Math.min(LONGEST_BREAK_MS, Math.round(ms));
  }
  if (strength === undefined) return STRENGTHS.medium;
  return Object.hasOwn(STRENGTHS, strength) ? STRENGTHS[strength] : undefined;
}
