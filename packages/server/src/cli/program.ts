import type { Command } from 'commander';
import { version } from '../common/version.ts';
import { type Context, contextOf, group } from './command.ts';

type Loader = (context: Context) => Promise<Command>;

/** Every command, in the order of the help. Each is loaded on demand: loading all takes four times as long as one. */
const LOADERS: Readonly<Record<string, Loader>> = {
  recognize: async (context) => (await import('./commands/recognize.ts')).recognizeCommand(context),
  listen: async (context) => (await import('./commands/listen.ts')).listenCommand(context),
  speak: async (context) => (await import('./commands/speak.ts')).speakCommand(context),
  interpret: async (context) => (await import('./commands/interpret.ts')).interpretCommand(context),
  grammar: async (context) => (await import('./commands/grammar.ts')).grammarCommand(context),
  serve: async (context) => (await import('./commands/serve.ts')).serveCommand(context),
  worker: async (context) => (await import('./commands/worker.ts')).workerCommand(context),
  doctor: async (context) => (await import('./commands/doctor.ts')).doctorCommand(context),
  config: async (context) => (await import('./commands/config.ts')).configCommand(context),
  models: async (context) => (await import('./commands/models.ts')).modelsCommand(context),
  jobs: async () => (await import('./commands/jobs.ts')).jobsCommand(),
  tokens: async (context) => (await import('./commands/tokens.ts')).tokensCommand(context),
  password: async () => (await import('./commands/password.ts')).passwordCommand(),
  billing: async (context) => (await import('./commands/billing.ts')).billingCommand(context),
  audit: async (context) => (await import('./commands/audit.ts')).auditCommand(context),
  enroll: async (context) => (await import('./commands/voices.ts')).enrollCommand(context),
  verify: async (context) => (await import('./commands/voices.ts')).verifyCommand(context),
  users: async (context) => (await import('./commands/users.ts')).usersCommand(context),
  scenarios: async (context) => (await import('./commands/scenarios.ts')).scenariosCommand(context),
  repositories: async (context) => (await import('./commands/repositories.ts')).repositoriesCommand(context),
  keys: async (context) => (await import('./commands/keys.ts')).keysCommand(context),
  backup: async (context) => (await import('./commands/backup.ts')).backupCommand(context),
  restore: async (context) => (await import('./commands/backup.ts')).restoreCommand(context),
  completion: async () =>
    (await import('./commands/completion.ts')).completionCommand(() => createProgram(['', '', 'help'])),
  token: async (context) => (await import('./commands/tokens.ts')).tokensCommand(context, 'token'),
};

/** The program with the commands that these arguments may mean. */
export async function createProgram(argv: readonly string[]): Promise<Command> {
  const program = group(
    'locutor',
    'A self-hosted speech server: recognition, synthesis, interpretation, voice verification',
  )
    .version(version)
    .option('-c, --config <file>', 'config file instead of locutor.config.json or .yaml in this folder')
    .commandsGroup('More:')
    .helpCommand(true)
    .addHelpText('after', EXAMPLES);
  const context = contextOf(program);
  for (const name of commandsIn(argv.slice(2))) {
    const options = { isDefault: name === 'serve', hidden: name === 'token' };
    const command = await LOADERS[name]!(context);
    const heading = headingOf(name);
    if (heading !== undefined) command.helpGroup(heading);
    program.addCommand(command, options);
  }
  return program;
}

/** The headings of the help, and what stands below them. */
const HEADINGS: Readonly<Record<string, readonly string[]>> = {
  'Speech and text:': ['recognize', 'listen', 'speak', 'interpret', 'grammar'],
  'The server:': ['serve', 'worker', 'doctor', 'config', 'models', 'jobs'],
  'Access and records:': ['tokens', 'password', 'billing', 'audit'],
  'Voices:': ['enroll', 'verify', 'users', 'scenarios', 'repositories'],
  'The database:': ['keys', 'backup', 'restore'],
};

function headingOf(name: string): string | undefined {
  return Object.entries(HEADINGS).find(([, names]) => names.includes(name))?.[0];
}

const EXAMPLES = `
Examples:
  locutor recognize interview.mp3                          print what is said
  locutor recognize calls/ -o transcripts/ -f text,srt     a folder, as text and subtitles
  locutor listen                                           what the microphone picks up, as it is said
  locutor speak "Good morning." -o morning.wav              text to speech
  locutor interpret "the thirteenth of january" --lm builtin:grammar/date
  locutor grammar check pizza.abnf                         errors as file:line:column
  locutor serve                                            start the server

Exit codes: 0 all done, 1 something failed, 2 wrong usage, 130 interrupted.`;

/** The commands that the arguments name (one may be the value of an option); all of them for the help or an error. */
function commandsIn(words: readonly string[]): readonly string[] {
  if (words.length === 0) return ['serve'];
  if (words[0] === '--version' || words[0] === '-V') return [];
  const named = Object.keys(LOADERS).filter((name) => words.includes(name));
  return named.length > 0 && !words.includes('help') ? named : Object.keys(LOADERS);
}
