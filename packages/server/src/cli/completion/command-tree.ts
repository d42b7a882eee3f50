import type { Command, Option } from 'commander';
import { argumentValues, optionValues } from './known-values.ts';

/** An option as a shell completes it. */
export interface CompletedOption {
  /** `--language`, and `-l` where it has a short form. */
  readonly flags: readonly string[];
  readonly about: string;
  /** Undefined where it takes no value; empty where anything may stand, and file names are offered. */
  readonly values: readonly string[] | undefined;
}

/** A command as a shell completes it. */
export interface CompletedCommand {
  /** The words that call it: `locutor models fetch`. */
  readonly path: readonly string[];
  readonly about: string;
  readonly options: readonly CompletedOption[];
  readonly commands: readonly CompletedCommand[];
  /** What its arguments may be; empty where file names are offered. */
  readonly values: readonly string[];
}

/** What there is to complete, as commander knows it. */
export function commandTree(command: Command, parents: readonly string[] = []): CompletedCommand {
  const help = command.createHelp();
  const path = [...parents, command.name()];
  const choices = command.registeredArguments.flatMap(({ argChoices = [] }) => argChoices);
  return {
    path,
    about: command.description(),
    options: help.visibleOptions(command).map(completedOption),
    // "help" is there for people who type it, not to be offered in every list.
    commands: help
      .visibleCommands(command)
      .filter((each) => each.name() !== 'help')
      .map((each) => commandTree(each, path)),
    values: choices.length > 0 ? choices : (argumentValues.get(path.slice(1).join(' ')) ?? []),
  };
}

function completedOption(option: Option): CompletedOption {
  const flags = [option.long, option.short].filter((flag) => flag !== undefined);
  const takesValue = option.required || option.optional;
  const values = option.argChoices ?? optionValues.get(option.long ?? '') ?? [];
  return { flags, about: option.description, values: takesValue ? values : undefined };
}

/** The command and all below it. */
export function allCommands(command: CompletedCommand): CompletedCommand[] {
  return [command, ...command.commands.flatMap(allCommands)];
}
