import type { Command } from 'commander';
import { columns } from './table.ts';

export interface JsonOption {
  readonly json?: boolean;
}

export function addJsonOption(command: Command): Command {
  return command.option('--json', 'as JSON');
}

/** Prints a list as a table, or as it is with `--json`. */
export function printList<T>(
  { json = false }: JsonOption,
  found: readonly T[],
  heading: readonly string[],
  row: (each: T) => readonly string[],
): void {
  console.log(json ? JSON.stringify(found, null, 2) : columns([heading, ...found.map(row)]));
}

/** A time to the minute, in UTC. */
export function minute(date: Date): string {
  return date.toISOString().slice(0, 16).replace('T', ' ');
}
