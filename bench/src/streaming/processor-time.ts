import { readFileSync } from 'node:fs';
import type { BenchServer } from '../bench-server.ts';

/** Of the kernel's clock; 100 on every Linux that Node runs on. */
const TICKS = 100;

/** Seconds of processor time that a server and its engine processes have taken; NaN where there is no /proc. */
export function processorSeconds(server: BenchServer): number {
  return [server.pid, ...server.engines()].reduce((sum, pid) => sum + secondsOf(pid), 0);
}

function secondsOf(pid: number): number {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ');
    return (Number(fields[11]) + Number(fields[12])) / TICKS;
  } catch {
    return Number.NaN;
  }
}
