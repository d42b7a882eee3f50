import { writeFileSync } from 'node:fs';
import { constants, getPriority, setPriority } from 'node:os';

/** Of 20 steps: enough for the server to answer at once while every core computes, without starving the engine. */
const STEPS_BEHIND = 5;
/** Of ±1000: a kernel short of memory takes an engine process, which comes back, before the server. */
const OOM_SCORE = '500';

/**
 * Steps behind the process that serves HTTP, for the processor and for the kernel's out-of-memory choice.
 * Both only ever lower a claim, which needs no privilege; where a system refuses, the engine works all the same.
 */
export function takeLowPriority(): void {
  try {
    setPriority(Math.min(constants.priority.PRIORITY_LOW, getPriority() + STEPS_BEHIND));
  } catch {
    // A sandbox may forbid the call.
  }
  if (process.platform !== 'linux') return;
  try {
    writeFileSync('/proc/self/oom_score_adj', OOM_SCORE);
  } catch {
    // /proc may be read-only.
  }
}
