// Stand-ins for engine work: they wait and compute nothing, so that four workers fit on a machine of two cores.
import { setTimeout as sleep } from 'node:timers/promises';

export const jobs = [
  { kind: 'sleep', run: ({ ms }: { ms: number }) => sleep(ms, null) },
  { kind: 'nothing', run: async () => null },
];

export type StandIns = {
  sleep: { input: { ms: number }; output: null; partial: never };
  nothing: { input: unknown; output: null; partial: never };
};
