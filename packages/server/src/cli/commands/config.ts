import { Command } from 'commander';
import { explainConfig, maskedConfig, printConfig, settingList } from '../../config/index.ts';
import type { Context } from '../command.ts';
import { printJson } from '../list.ts';

export function configCommand({ loaded }: Context): Command {
  return new Command('config')
    .description('print the effective configuration, with secrets masked')
    .option('--json', 'as JSON')
    .option('--explain', 'describe every setting')
    .action((options: { json?: boolean; explain?: boolean }) => {
      if (options.explain && options.json) printJson(settingList());
      else if (options.explain) console.log(explainConfig());
      else if (options.json) printJson(maskedConfig(loaded()));
      else console.log(printConfig(loaded()));
    });
}
