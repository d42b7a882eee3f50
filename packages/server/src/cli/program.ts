import type { Command } from 'commander';
import { version } from '../common/version.ts';
import { contextOf, group } from './command.ts';
import { auditCommand } from './commands/audit.ts';
import { backupCommand, restoreCommand } from './commands/backup.ts';
import { billingCommand } from './commands/billing.ts';
import { configCommand } from './commands/config.ts';
import { keysCommand } from './commands/keys.ts';
import { modelsCommand } from './commands/models.ts';
import { passwordCommand } from './commands/password.ts';
import { repositoriesCommand } from './commands/repositories.ts';
import { scenariosCommand } from './commands/scenarios.ts';
import { serveCommand } from './commands/serve.ts';
import { tokensCommand } from './commands/tokens.ts';
import { usersCommand } from './commands/users.ts';
import { enrollCommand, verifyCommand } from './commands/voices.ts';

/** Every command, in the order of the help. */
export function createProgram(): Command {
  const program = group(
    'locutor',
    'A self-hosted speech server: recognition, interpretation, voice verification',
  )
    .version(version)
    .option('-c, --config <file>', 'config file instead of locutor.config.json or .yaml in this folder');
  const context = contextOf(program);
  return program
    .addCommand(serveCommand(context), { isDefault: true })
    .addCommand(configCommand(context))
    .addCommand(modelsCommand(context))
    .addCommand(tokensCommand(context))
    .addCommand(tokensCommand(context, 'token'), { hidden: true })
    .addCommand(keysCommand(context))
    .addCommand(backupCommand(context))
    .addCommand(restoreCommand(context))
    .addCommand(billingCommand(context))
    .addCommand(auditCommand(context))
    .addCommand(enrollCommand(context))
    .addCommand(verifyCommand(context))
    .addCommand(usersCommand(context))
    .addCommand(scenariosCommand(context))
    .addCommand(repositoriesCommand(context))
    .addCommand(passwordCommand());
}
