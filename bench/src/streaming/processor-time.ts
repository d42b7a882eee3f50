import type { BenchServer } from '../bench-server.ts';
import { processorMsOf } from '../processor-time.ts';

/** Seconds of processor time that a server and its engine processes have taken. */
export function processorSeconds(server: BenchServer): number {
  return [server.pid, ...server.engines()].reduce((sum, pid) => sum + processorMsOf(pid), 0) / 1000;
}
