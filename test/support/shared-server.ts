import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { watchAnswers } from './contract/watch.ts';
import { whisper } from './installed-models.ts';
import { addressIn, program, type ServerAddress, tokenIn } from './server.ts';

/** A server that other files use at the same time. Its settings stay as they are, and so do its grammars. */
export interface SharedServer extends ServerAddress {
  /** What it has logged so far for all files. */
  log(): string;
  /** Its working directory: data/ and grammars/ lie in it. */
  readonly folder: string;
}

const folder = join(tmpdir(), 'shared-server');
const outFile = join(folder, 'out');
const logFile = join(folder, 'log');
const read = (file: string) => (existsSync(file) ? readFileSync(file, 'utf8') : '');

/** These suit every file that needs no settings of its own. */
const SETTINGS = {
  LOCUTOR_PORT: '0',
  LOCUTOR_WORKERS: '2',
  LOCUTOR_MODELS_FETCH: 'start',
  LOCUTOR_MAX_BODY_BYTES: String(8 * 1024 ** 2),
  LOCUTOR_GRAMMAR_HOSTS: '127.0.0.1',
  LOCUTOR_MULTILINGUAL_MODEL: whisper ?? 'whisper-tiny',
};

/**
 * Starting a server takes three seconds of processor time, so that the files of a run share one where they can. The first
 * one that asks starts it; scripts/temporary-folder.ts ends it with the run.
 */
export async function sharedServer(grammars: Readonly<Record<string, string>> = {}): Promise<SharedServer> {
  if (isFirst()) start();
  while (!read(outFile).includes('/health/ready')) {
    if (existsSync(join(folder, 'ended'))) throw new Error(`the shared server has ended:\n${read(logFile)}`);
    await sleep(50);
  }
  const url = addressIn(read(outFile));
  await watchAnswers(url);
  for (const [name, text] of Object.entries(grammars)) writeFileSync(join(folder, 'grammars', name), text);
  return { url, token: tokenIn(read(outFile)), folder, log: () => read(logFile) };
}

function isFirst(): boolean {
  try {
    mkdirSync(folder);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

/** Runs a program until the process $0 is gone, however that ended. */
const WHILE_ALIVE =
  '"$@" & own=$!; while kill -0 $0 && kill -0 $own; do sleep 1; done 2>/dev/null; kill -9 $own 2>/dev/null';

/** Starts it in a process group of its own, so that it outlives the file that asked first, but not the run. */
function start(): void {
  mkdirSync(join(folder, 'grammars'));
  const child = spawn('sh', ['-c', WHILE_ALIVE, String(process.ppid), process.execPath, program], {
    cwd: folder,
    env: { ...process.env, ...SETTINGS },
    stdio: ['ignore', openSync(outFile, 'w'), openSync(logFile, 'w')],
    detached: true,
  });
  writeFileSync(join(folder, 'pid'), String(child.pid));
  child.once('exit', () => writeFileSync(join(folder, 'ended'), ''));
  child.unref();
}
