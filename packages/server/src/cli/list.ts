import type { Command } from 'commander';
import { columns } from './table.ts';

export interface JsonOption {
  readonly json?: boolean;
}

export function addJsonOption(command: Command): Command {
  return command.option('--json', 'as JSON');
}

/** Prints a value for programs. */
export function printJson(value: unknown): void {
  console.log(JSON.stringify(value, null, 2));
}

/** Prints what was done: lines for a person, or a value for programs. */
export function printDone({ json = false }: JsonOption, value: unknown, ...lines: readonly string[]): void {
  if (json) printJson(value);
  else for (const line of lines) console.log(line);
}

/** Prints a list as a table, or as it is with `--json`. */
export function printList<T>(
  { json = false }: JsonOption,
  found: readonly T[],
  heading: readonly string[],
  row: (each: T) => readonly string[],
): void {
  if (json) printJson(found);
  else console.log(columns([heading, ...found.map(row)]));
}

/** A time to the minute, in UTC. */
export function minute(date: Date): string {
  return date.toISOString().slice(0, 16).replace('T', ' ');
}
