import { readFileSync } from 'node:fs';

/** The processes that a process has started, such as its engine processes; none where there is no /proc. */
export function childrenOf(pid: number): number[] {
  try {
    const text = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8');
    return text.split(' ').filter(Boolean).map(Number);
  } catch {
    return [];
  }
}
