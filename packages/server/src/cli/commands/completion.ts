import { Argument, Command } from 'commander';
import { bashCompletion } from '../completion/bash.ts';
import { commandTree } from '../completion/command-tree.ts';
import { fishCompletion } from '../completion/fish.ts';
import { zshCompletion } from '../completion/zsh.ts';
import { addJsonOption, type JsonOption, printJson } from '../list.ts';

const SHELLS = { bash: bashCompletion, zsh: zshCompletion, fish: fishCompletion } as const;

/** `everything` makes the program with all of its commands. */
export function completionCommand(everything: () => Promise<Command>): Command {
  const command = new Command('completion')
    .description('print a completion script for a shell')
    .addArgument(new Argument('<shell>', 'your shell').choices(Object.keys(SHELLS)))
    .addHelpText('after', '\nLoad it in ~/.bashrc with: source <(locutor completion bash)');
  return addJsonOption(command).action(async (shell: keyof typeof SHELLS, { json }: JsonOption) => {
    const tree = commandTree(await everything());
    if (json) printJson(tree);
    else process.stdout.write(SHELLS[shell](tree));
  });
}
