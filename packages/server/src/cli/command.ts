import { Command } from 'commander';
import { type Config, loadConfig } from '../config/index.ts';

/** What the commands get to work with. The configuration is read when a command runs, never for `--help`. */
export interface Context {
  /** With where each value comes from. */
  readonly loaded: () => ReturnType<typeof loadConfig>;
  readonly config: () => Config;
  /** For commands whose output is for a person: only warnings are logged, unless somebody set the level. */
  readonly quietConfig: () => Config;
}

/** The configuration that the `--config` option of the program selects. */
export function contextOf(program: Command): Context {
  const loaded = () => {
    const { config } = program.opts<{ config?: string }>();
    const env = config === undefined ? process.env : { ...process.env, LOCUTOR_CONFIG: config };
    return loadConfig(env, process.cwd());
  };
  const quietConfig = (): Config => {
    const { config, origin } = loaded();
    return origin.logLevel === 'default' ? { ...config, logLevel: 'warn' } : config;
  };
  return { loaded, config: () => loaded().config, quietConfig };
}

/** A command with subcommands of which one is the default. */
export function group(name: string, description: string): Command {
  return new Command(name).description(description).hook('preSubcommand', refuseUnknown);
}

/** Without this, commander passes an unknown word to the default subcommand, which complains about its arguments. */
function refuseUnknown(parent: Command, chosen: Command): void {
  const [word = '-'] = parent.args;
  if (word.startsWith('-') || word === chosen.name() || chosen.aliases().includes(word)) return;
  const names = parent.createHelp().visibleCommands(parent);
  const known = names.map((each) => each.name()).join(', ');
  parent.error(`error: unknown command '${word}'; the commands of ${pathOf(parent)} are ${known}`);
}

function pathOf(command: Command): string {
  return command.parent === null ? command.name() : `${pathOf(command.parent)} ${command.name()}`;
}
