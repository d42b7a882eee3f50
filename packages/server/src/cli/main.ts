import { EngineUnavailableError, JobError, ModelError } from '@locutor/engine';
import { Command } from 'commander';
import { ConfigError, explainConfig, loadConfig, maskedConfig, printConfig } from '../config/index.ts';
import { ServiceError } from '../errors/index.ts';
import { StoreError } from '../store/index.ts';
import { version } from '../version.ts';
import { addDataCommands } from './data-commands.ts';
import { surviveClosedOutput } from './print.ts';
import { UsageError } from './usage-error.ts';
import { addVoiceCommands } from './voice-commands.ts';

/** The `locutor` command. Expected failures are one sentence; anything else keeps its stack. */
export async function main(argv: readonly string[]): Promise<void> {
  surviveClosedOutput();
  try {
    await command().parseAsync(argv);
  } catch (error) {
    process.stderr.write(`locutor: ${isExpected(error) ? error.message : (error as Error).stack}\n`);
    process.exitCode = 1;
  }
}

const EXPECTED = [
  ConfigError,
  ModelError,
  StoreError,
  ServiceError,
  UsageError,
  EngineUnavailableError,
  JobError,
];

function isExpected(error: unknown): error is Error {
  if (EXPECTED.some((kind) => error instanceof kind)) return true;
  // The host or port cannot be listened on.
  const { syscall } = (error ?? {}) as NodeJS.ErrnoException;
  return syscall === 'listen' || syscall === 'bind' || syscall === 'getaddrinfo';
}

function command(): Command {
  const program = new Command('locutor')
    .description('A self-hosted speech server: recognition, interpretation, voice verification')
    .version(version)
    .option('-c, --config <file>', 'config file instead of locutor.config.json or .yaml in this folder');
  const configuration = () => {
    const { config } = program.opts<{ config?: string }>();
    const env = config === undefined ? process.env : { ...process.env, LOCUTOR_CONFIG: config };
    return loadConfig(env, process.cwd());
  };

  // Parts are loaded when their command runs: listing tokens needs no HTTP server, serving no table printer.
  program
    .command('serve', { isDefault: true })
    .description('start the server (the default)')
    .action(async () => (await import('./serve.ts')).serve(configuration().config));

  program
    .command('config')
    .description('print the effective configuration, secrets masked')
    .option('--json', 'as JSON')
    .option('--explain', 'what every setting means')
    .action((options: { json?: boolean; explain?: boolean }) => {
      if (options.explain) return console.log(explainConfig());
      const loaded = configuration();
      console.log(options.json ? JSON.stringify(maskedConfig(loaded), null, 2) : printConfig(loaded));
    });

  const models = program.command('models').description('list, fetch, check and remove models');
  models
    .command('list', { isDefault: true })
    .description('every model, and whether it is here')
    .action(async () => (await import('./models.ts')).listModels(configuration().config));
  models
    .command('fetch')
    .argument('[names...]', 'models; the default ones without names')
    .option('--all', 'every model there is, except those whose licence has a condition')
    .option('--accept-licence', 'accept the conditions of their licences')
    .description('fetch and prepare models')
    .action(async (names: string[], options: { all?: boolean; acceptLicence?: boolean }) =>
      (await import('./models.ts')).fetchModels(configuration().config, names, options),
    );
  models
    .command('verify')
    .argument('[names...]', 'models; the default ones without names')
    .description('hash every file again')
    .action(async (names: string[]) =>
      (await import('./models.ts')).verifyModels(configuration().config, names),
    );
  models
    .command('remove')
    .argument('<names...>', 'models')
    .description('delete models from this machine')
    .action(async (names: string[]) =>
      (await import('./models.ts')).removeModels(configuration().config, names),
    );

  const tokens = program.command('token').description('create, list and revoke bearer tokens');
  tokens
    .command('create')
    .argument('[name]', 'what the token is for', 'unnamed')
    .option('--scope <scope...>', 'what it may do; everything without one')
    .option('--days <days>', 'days until it expires; never without')
    .option(
      '--rate <rate>',
      'how often it may be used, such as 60/minute, "10/second burst 20" or none; as tokenRate says without',
    )
    .description('make a token and print it, this once')
    .action(async (name: string, options: { scope?: string[]; days?: string; rate?: string }) =>
      (await import('./tokens.ts')).createToken(configuration().config, name, options),
    );
  tokens
    .command('list', { isDefault: true })
    .description('every token, without its text')
    .option('--json', 'as JSON')
    .action(async (options: { json?: boolean }) =>
      (await import('./tokens.ts')).listTokens(configuration().config, options),
    );
  tokens
    .command('revoke')
    .argument('<id>', 'the id that "token list" shows')
    .description('end a token for good')
    .action(async (id: string) => (await import('./tokens.ts')).revokeToken(configuration().config, id));

  addDataCommands(program, () => configuration().config);
  addVoiceCommands(program, () => configuration().config);

  program
    .command('password')
    .argument('<user>', 'user name')
    .description(
      'read a password from the terminal or standard input and print a line for the credentials setting',
    )
    .action(async (user: string) => (await import('./password.ts')).printCredential(user));
  return program;
}
