import { readFileSync } from 'node:fs';

/** Linux counts in hundredths of a second for programs, whatever the kernel does. */
const TICK_MS = 10;

/** Processor milliseconds that another process has used so far; 0 where there is no /proc. */
export function processorMsOf(pid: number): number {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name of the program, in brackets, may hold blanks.
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
  } catch {
    return 0;
  }
}
