import type { Command } from 'commander';
import { canAsk, isYes, type Terminal, terminal } from './ask.ts';
import { CommandError, UsageError } from './usage-error.ts';

export interface DeletionOptions {
  readonly yes?: boolean;
}

export function addDeletionOptions(command: Command): Command {
  return command.option('-y, --yes', 'delete without asking');
}

/** Asks before `what` is deleted. Throws unless the answer is yes. */
export async function confirmDeletion(
  what: string,
  { yes = false }: DeletionOptions,
  asking: Terminal = terminal,
): Promise<void> {
  if (yes) return;
  if (!canAsk(asking)) {
    throw new UsageError(`not deleted: ${what}. Add --yes to delete without a terminal to ask in.`);
  }
  if (!(await isYes(`Permanently delete ${what}?`, asking))) throw new CommandError('nothing was deleted');
}
