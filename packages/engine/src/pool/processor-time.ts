import { readFileSync } from 'node:fs';

/** Linux counts the processor time of processes in hundredths of a second, whatever its own clock does. */
const TICK_MS = 10;
/** Places of user and system time behind the name, which is in parentheses and may hold anything. */
const [USER, SYSTEM] = [11, 12];

/** Milliseconds that another process has computed on any core, or undefined where the system does not say. */
export function processorTime(pid: number): number | undefined {
  if (process.platform !== 'linux') return undefined;
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const ticks = Number(fields[USER]) + Number(fields[SYSTEM]);
    return Number.isFinite(ticks) ? ticks * TICK_MS : undefined;
  } catch {
    return undefined;
  }
}
