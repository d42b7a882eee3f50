import { readFileSync } from 'node:fs';
import { arch, availableParallelism, platform, totalmem } from 'node:os';
import { physicalCores } from '@locutor/engine';
import type { Config } from '../../config/index.ts';
import { type Check, failure, ok, warning } from './check.ts';

const GIB = 1024 ** 3;
/** An engine process with the English models stays below this; with the multilingual one it takes about twice as much. */
const PER_PROCESS_GIB = 0.5;
const MAIN_PROCESS_GIB = 0.25;

export function checkNode(version = process.versions.node): Check {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const fits = major > 20 || (major === 20 && minor >= 19);
  return fits ? ok('node', `v${version}`) : failure('node', `v${version}`, 'Install Node 20.19 or newer.');
}

export function checkProcessor(flags = processorFlags()): Check {
  const what = `${arch()}, ${availableParallelism()} threads on ${physicalCores()} physical cores`;
  if (arch() !== 'x64' && arch() !== 'arm64') {
    return failure('processor', what, 'The models run on x64 and arm64 only.');
  }
  const missing =
    flags === undefined || arch() !== 'x64' ? [] : ['avx2', 'fma'].filter((flag) => !flags.has(flag));
  if (missing.length === 0) return ok('processor', what);
  return warning(
    'processor',
    `${what}, without ${missing.join(' and ')}`,
    'Recognition is several times slower and scores may be some points apart: use a CPU from 2013 or later, or let the virtual machine pass the CPU through.',
  );
}

/** Undefined where the system does not say. */
function processorFlags(): ReadonlySet<string> | undefined {
  if (platform() !== 'linux') return undefined;
  try {
    const line = /^flags\s*:\s*(.*)$/m.exec(readFileSync('/proc/cpuinfo', 'utf8'))?.[1];
    return line === undefined ? undefined : new Set(line.split(/\s+/));
  } catch {
    return undefined;
  }
}

export function checkMemory(
  { workers, localEngine }: Pick<Config, 'workers' | 'localEngine'>,
  bytes = availableMemory(),
): Check {
  const processes = !localEngine ? 0 : workers === 'auto' ? physicalCores() : workers;
  const needed = MAIN_PROCESS_GIB + processes * PER_PROCESS_GIB;
  const engines = processes === 1 ? '1 engine process' : `${processes} engine processes`;
  const what = `${(bytes / GIB).toFixed(1)} GiB for ${engines}`;
  if (bytes >= needed * GIB) return ok('memory', what);
  const advice = `They may need ${needed.toFixed(1)} GiB: set LOCUTOR_WORKERS lower, or give more memory.`;
  return bytes < (MAIN_PROCESS_GIB + PER_PROCESS_GIB) * GIB
    ? failure('memory', what, advice)
    : warning('memory', what, advice);
}

/** A container may have less than its machine. */
function availableMemory(): number {
  const limit = process.constrainedMemory();
  return limit > 0 ? Math.min(limit, totalmem()) : totalmem();
}
