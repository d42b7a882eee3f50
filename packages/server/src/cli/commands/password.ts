import { Command } from 'commander';
import { hashPassword } from '../../http/passwords.ts';
import { addJsonOption, type JsonOption } from '../list.ts';
import { print } from '../print.ts';
import { readPassword } from '../read-password.ts';
import { CommandError, UsageError } from '../usage-error.ts';

export function passwordCommand(): Command {
  return addJsonOption(new Command('password'))
    .argument('<user>', 'user name')
    .description('read a password from the terminal or standard input and print a line for "credentials"')
    .action(printCredential);
}

async function printCredential(user: string, { json }: JsonOption): Promise<void> {
  if (!/^[^:,\s\p{C}]+$/u.test(user)) {
    throw new UsageError('a user name has no colon, comma, space or control character and is not empty');
  }
  const password = await readPassword(process.stdin, process.stderr);
  const line = await hashPassword(user, password);
  await print(`${json ? JSON.stringify({ credential: line }) : line}\n`).catch(({ message }: Error) => {
    throw new CommandError(`the line cannot be printed: ${message}`);
  });
}
