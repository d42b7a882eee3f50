import { readFileSync } from 'node:fs';

/**
 * Resident bytes of another process, or undefined where the system does not tell (then the process's own answers
 * to pings must do). `status` and not `statm`: it counts in kB, not in pages of a size that Node does not know.
 */
export function residentMemory(pid: number): number | undefined {
  if (process.platform !== 'linux') return undefined;
  try {
    const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
    return kilobytes === undefined ? undefined : Number(kilobytes) * 1024;
  } catch {
    return undefined;
  }
}
