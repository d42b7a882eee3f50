import type { Command } from 'commander';
import { serverUrl } from '../call/options.ts';
import { deleteAt, get, type ServerAddress, serverOf } from '../call/server-client.ts';
import { group } from '../command.ts';
import { interruptSignal } from '../interrupt.ts';
import { addJsonOption, type JsonOption, minute, printDone, printList } from '../list.ts';
import { CommandError } from '../usage-error.ts';

const PATH = '/asr/rest/v3/jobs';
const HEADING = ['job', 'created (UTC)', 'state', 'percent', 'error'];

interface Job {
  readonly id: string;
  readonly state: string;
  readonly progress: number;
  readonly created_at: string;
  readonly error?: { readonly code: string };
}

interface ServerOptions extends JsonOption {
  readonly server: string;
  readonly token?: string;
}

/** The background jobs of a token on a server. */
export function jobsCommand(): Command {
  const command = group('jobs', 'list and remove background jobs of a server');
  addServerOptions(command.command('list', { isDefault: true }))
    .description('list the jobs of this token, newest first')
    .action((options: ServerOptions) => withServer(options, listJobs));
  addServerOptions(command.command('remove').argument('<id>', 'of the job'))
    .description('cancel a job that is not finished, or remove a finished one')
    .action((id: string, options: ServerOptions) =>
      withServer(options, async (server, signal) => {
        await deleteAt(server, `${PATH}/${encodeURIComponent(id)}`, signal);
        printDone(options, { removed: id }, `Canceled or removed: ${id}`);
      }),
    );
  return command;
}

function addServerOptions(command: Command): Command {
  return addJsonOption(command)
    .requiredOption('--server <url>', 'the server that has the jobs', serverUrl)
    .option('--token <token>', 'bearer token for the server (default: $LOCUTOR_TOKEN)');
}

type ServerWork = (server: ServerAddress, signal: AbortSignal, options: ServerOptions) => Promise<void>;

async function withServer(options: ServerOptions, work: ServerWork): Promise<void> {
  const { signal, release } = interruptSignal();
  try {
    await work(serverOf(options)!, signal, options);
  } finally {
    release();
  }
}

async function listJobs(server: ServerAddress, signal: AbortSignal, options: ServerOptions): Promise<void> {
  const found: Job[] = [];
  for (let next: string | undefined = ''; next !== undefined; ) {
    const query = next === '' ? '' : `?after=${encodeURIComponent(next)}`;
    const page = (await get(server, PATH + query, signal)) as { jobs?: Job[]; next?: string } | null;
    if (!Array.isArray(page?.jobs)) throw new CommandError(`the answer of ${server.url} is no list of jobs`);
    found.push(...page.jobs);
    next = page.next;
  }
  printList(options, found, HEADING, ({ id, created_at, state, progress, error }) => [
    id,
    minute(new Date(created_at)),
    state,
    String(progress),
    error?.code ?? '',
  ]);
}
