import { Command } from 'commander';
import { explainConfig, maskedConfig, printConfig } from '../../config/index.ts';
import type { Context } from '../command.ts';

export function configCommand({ loaded }: Context): Command {
  return new Command('config')
    .description('print the effective configuration, with secrets masked')
    .option('--json', 'as JSON')
    .option('--explain', 'describe every setting')
    .action((options: { json?: boolean; explain?: boolean }) => {
      if (options.explain) return console.log(explainConfig());
      console.log(options.json ? JSON.stringify(maskedConfig(loaded()), null, 2) : printConfig(loaded()));
    });
}
