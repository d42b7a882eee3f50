import { printable } from '../../common/printable.ts';
import type { FormatName } from './formats.ts';
import { written } from './formats.ts';
import type { Outcome } from './recognize-files.ts';

/** What standard output gets of one input, where its results are not written to files. */
export function shown(
  { input, results, state, message }: Outcome,
  format: FormatName,
  several: boolean,
): string {
  if (!several) return results === undefined ? '' : written(results, format);
  if (format === 'json') {
    const error = state === 'failed' && { error: message };
    return `${JSON.stringify({ file: input.path ?? '-', ...error, results: results ?? [] })}\n`;
  }
  return results === undefined ? '' : `==> ${printable(input.name)} <==\n${written(results, format)}\n`;
}

/** "12 files: 9 recognised, 2 skipped, 1 failed". */
export function summary(outcomes: readonly Outcome[]): string {
  const counts = (['done', 'skipped', 'failed'] as const)
    .map((state) => [state, outcomes.filter((each) => each.state === state).length] as const)
    .filter(([, count]) => count > 0)
    .map(([state, count]) => `${count} ${state === 'done' ? 'recognised' : state}`);
  return `${outcomes.length} files: ${counts.join(', ')}`;
}
