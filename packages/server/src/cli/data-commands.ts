import { type Command, Option } from 'commander';
import type { Config } from '../config/index.ts';
import type { AuditOptions } from './audit.ts';
import type { BillingOptions } from './billing.ts';

/** Commands about what the server keeps: its keys, backups, billing records and audit log. */
export function addDataCommands(program: Command, config: () => Config): void {
  const keys = program.command('keys').description('list and rotate the keys of the voiceprints');
  keys
    .command('list', { isDefault: true })
    .description('every key and how many voiceprints it sealed')
    .action(async () => (await import('./keys.ts')).listKeys(config()));
  keys
    .command('rotate')
    .description('seal every voiceprint with a new key, while servers keep running')
    .action(async () => (await import('./keys.ts')).rotateKeys(config()));

  program
    .command('backup')
    .argument('<file>', 'where to write it')
    .option('--force', 'replace a file that is there')
    .option('--with-key', 'put the key file beside it, as FILE.key')
    .description('write everything in the database to one file, while servers keep running')
    .action(async (file: string, options: { force?: boolean; withKey?: boolean }) =>
      (await import('./backup.ts')).backup(config(), file, options),
    );
  program
    .command('restore')
    .argument('<file>', 'a backup')
    .description('put a backup in the place of the database; the server must be stopped')
    .action(async (file: string) => (await import('./backup.ts')).restore(config(), file));

  const billing = program.command('billing').description('billing records, one per billed request');
  addOutput(addBillingFilters(billing.command('export').description('as CSV'))).action(
    async (options: BillingOptions) => (await import('./billing.ts')).exportBilling(config(), options),
  );
  addBillingFilters(
    billing.command('summary', { isDefault: true }).description('a table per account tag'),
  ).action(async (options: BillingOptions) =>
    (await import('./billing.ts')).summariseBilling(config(), options),
  );

  addOutput(addSpan(program.command('audit').description('who did what with enrolled voices, oldest first')))
    .option('--user <id>', 'only what concerns this user')
    .option('--actor <actor>', 'only what this one did, such as token:ID or command:NAME')
    .option('--action <action>', 'only this: verify, enroll, user.delete, keys.rotate, …')
    .addOption(new Option('--json', 'one JSON object per line').conflicts('csv'))
    .option('--csv', 'as CSV')
    .action(async (options: AuditOptions) => (await import('./audit.ts')).showAudit(config(), options));
}

function addBillingFilters(command: Command): Command {
  return addSpan(command)
    .option('--account-tag <tag>', 'only this account tag')
    .option('--repository <repository>', 'only this repository')
    .addOption(new Option('--operation <operation>', 'only this operation').choices(['verify', 'enroll']));
}

function addOutput(command: Command): Command {
  return command
    .option('--output <file>', 'a file instead of standard output')
    .option('--force', 'replace a file that is there');
}

function addSpan(command: Command): Command {
  return command
    .option('--from <time>', 'from this day or moment on (UTC)')
    .option('--to <time>', 'up to this day or moment, which is no longer included');
}
