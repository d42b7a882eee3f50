import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';

/**
 * How many engine processes can compute at full speed at once: physical cores, since two threads of one core share
 * its arithmetic units, but no more than this process may use (affinity, container quota). At least 1.
 */
export function physicalCores(): number {
  const usable = Math.min(availableParallelism(), countCores() ?? Number.POSITIVE_INFINITY, containerQuota());
  return Math.max(1, Math.floor(usable));
}

function countCores(): number | undefined {
  try {
    if (process.platform === 'linux') return countSiblingGroups('/sys/devices/system/cpu');
    if (process.platform === 'darwin') return Number(execFileSync('sysctl', ['-n', 'hw.physicalcpu']));
  } catch {
    // A sandbox may hide these; what Node knows must do.
  }
  return undefined;
}

/** Each core is the set of logical processors that share it. */
function countSiblingGroups(root: string): number | undefined {
  const groups = readdirSync(root)
    .filter((name) => /^cpu\d+$/.test(name))
    .map((name) => readFileSync(`${root}/${name}/topology/thread_siblings_list`, 'utf8'));
  return new Set(groups).size || undefined;
}

/** Node 20 does not count a container's processor quota. */
function containerQuota(): number {
  try {
    const [quota, period] = readFileSync('/sys/fs/cgroup/cpu.max', 'utf8').split(' ');
    return quota === 'max' ? Number.POSITIVE_INFINITY : Number(quota) / Number(period);
  } catch {
    return Number.POSITIVE_INFINITY;
  }
}
