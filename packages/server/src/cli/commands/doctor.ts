import { Command } from 'commander';
import { printable } from '../../common/printable.ts';
import type { Context } from '../command.ts';
import type { Check } from '../doctor/check.ts';
import { examine } from '../doctor/examine.ts';
import { exitCodes } from '../exit-codes.ts';
import { addJsonOption, type JsonOption, printJson } from '../list.ts';

const LABELS = { ok: 'ok     ', warning: 'WARNING', failure: 'FAILURE' } as const;

export function doctorCommand({ loaded }: Context): Command {
  return addJsonOption(new Command('doctor'))
    .description('check the machine, the configuration, the models and the database')
    .action(async ({ json }: JsonOption) => {
      const checks: Check[] = [];
      for await (const check of examine(loaded)) {
        checks.push(check);
        if (!json) console.log(line(check));
      }
      const failures = checks.filter(({ state }) => state === 'failure').length;
      if (json) printJson({ ok: failures === 0, checks });
      else console.log(`\n${summary(checks)}`);
      if (failures > 0) process.exitCode = exitCodes.failed;
    });
}

function line({ name, state, found, advice }: Check): string {
  const head = `${LABELS[state]}  ${name.padEnd(13)}  ${printable(found)}`;
  return advice === undefined ? head : `${head}\n${' '.repeat(24)}${printable(advice)}`;
}

function summary(checks: readonly Check[]): string {
  const count = (state: Check['state']) => checks.filter((check) => check.state === state).length;
  return `${count('ok')} ok, ${count('warning')} warnings, ${count('failure')} failures`;
}
