import { type Command, Option } from 'commander';
import { mediaTypes } from '../biometrics/media-type.ts';
import type { Config } from '../config/index.ts';
import { MODES } from '../operations/enroll/request.ts';
import type { EnrollOptions, VerifyOptions } from './hear-files.ts';
import type { PlaceOptions } from './places.ts';

/** Commands that do at this machine what the server does over HTTP, on the same database. */
export function addVoiceCommands(program: Command, config: () => Config): void {
  addAudioOptions(
    program.command('enroll').argument('<user>', 'user id').argument('<files...>', 'audio files'),
  )
    .description('enrol a voice, or add to it')
    .addOption(new Option('--mode <mode>', 'what to do with a voice that is there').choices(MODES))
    .option('--min-score <score>', 'least score of the audio, -1 to 1')
    .option('--consent <note>', 'a note about the consent of the person')
    .action(async (user: string, files: string[], options: EnrollOptions) =>
      (await import('./hear-files.ts')).enrollFiles(config(), user, files, options),
    );
  addAudioOptions(
    program.command('verify').argument('<user>', 'user id').argument('<files...>', 'audio files'),
  )
    .description('compare a voice with an enrolled one')
    .option('--min-score <score>', 'acceptance threshold, -1 to 1; nothing is decided without')
    .option('--expected-text <text>', 'what must be said in the files')
    .action(async (user: string, files: string[], options: VerifyOptions) =>
      (await import('./hear-files.ts')).verifyFiles(config(), user, files, options),
    );

  const users = program.command('users').description('list, show and delete enrolled users');
  addPlaceOptions(users.command('list', { isDefault: true }).description('everybody who is enrolled')).action(
    async (options: PlaceOptions) => (await import('./users.ts')).listUsers(config(), options),
  );
  addPlaceOptions(users.command('show').argument('<user>', 'user id').description('one user')).action(
    async (user: string, options: PlaceOptions) =>
      (await import('./users.ts')).showUser(config(), user, options),
  );
  addPlaceOptions(
    users
      .command('delete')
      .argument('<user>', 'user id')
      .description('delete a user and the voiceprint, for good'),
  ).action(async (user: string, options: PlaceOptions) =>
    (await import('./users.ts')).deleteUser(config(), user, options),
  );

  const scenarios = program.command('scenarios').description('list, create and delete scenarios');
  addRepositoryOption(scenarios.command('list', { isDefault: true }).description('of a repository')).action(
    async (options: PlaceOptions) => (await import('./places.ts')).listScenarios(config(), options),
  );
  addRepositoryOption(scenarios.command('create').argument('<scenario>').argument('[description]'))
    .description('make a scenario')
    .action(async (scenario: string, about: string | undefined, options: PlaceOptions) =>
      (await import('./places.ts')).createScenario(config(), { ...options, scenario }, about),
    );
  addRepositoryOption(scenarios.command('delete').argument('<scenario>'))
    .description('delete a scenario and every voice in it, for good')
    .action(async (scenario: string, options: PlaceOptions) =>
      (await import('./places.ts')).deleteScenario(config(), { ...options, scenario }),
    );

  const repositories = program.command('repositories').description('list, create and delete repositories');
  repositories
    .command('list', { isDefault: true })
    .description('every repository')
    .action(async () => (await import('./places.ts')).listRepositories(config()));
  repositories
    .command('create')
    .argument('<repository>')
    .argument('[description]')
    .description('make a repository, with a default scenario in it')
    .action(async (repository: string, about: string | undefined) =>
      (await import('./places.ts')).createRepository(config(), repository, about),
    );
  repositories
    .command('delete')
    .argument('<repository>')
    .description('delete a repository and every voice in it, for good')
    .action(async (repository: string) =>
      (await import('./places.ts')).deleteRepository(config(), repository),
    );
}

function addRepositoryOption(command: Command): Command {
  return command.option('--repository <repository>', 'repository; the default one without');
}

function addPlaceOptions(command: Command): Command {
  return addRepositoryOption(command).option('--scenario <scenario>', 'scenario; the default one without');
}

function addAudioOptions(command: Command): Command {
  return addPlaceOptions(command)
    .addOption(new Option('--media-type <type>', 'what the files are').choices(mediaTypes).default('auto'))
    .option('--max-utterances <number>', 'utterances that are used, up to 20', '20')
    .option('--end-silence <ms>', 'pause that ends an utterance, 10 to 3000 ms (default: 1000)')
    .option('--account-tag <tag>', 'written to the billing record');
}
