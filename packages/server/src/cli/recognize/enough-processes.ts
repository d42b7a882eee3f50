import { stat } from 'node:fs/promises';
import { physicalCores } from '@locutor/engine';
import type { Config } from '../../config/index.ts';
import type { Input } from './inputs.ts';

/** Half a minute of speech or more: to start another process for less would take longer than it saves. */
const BYTES_PER_PROCESS = 512 * 1024;

/** Engine processes for these files: as many as are configured, fewer for little audio. */
export async function enoughProcesses(
  inputs: readonly Input[],
  { workers }: Pick<Config, 'workers'>,
): Promise<number> {
  if (workers !== 'auto') return workers;
  const sizes = await Promise.all(
    inputs.map(async ({ path }) =>
      path === undefined ? undefined : (await stat(path).catch(() => undefined))?.size,
    ),
  );
  const bytes = sizes.reduce<number>((sum, size) => sum + (size ?? BYTES_PER_PROCESS), 0);
  return Math.min(physicalCores(), Math.max(1, Math.ceil(bytes / BYTES_PER_PROCESS)));
}
