import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Model } from '../src/model.ts';

export interface StoreProcess {
  child: ChildProcess;
  /** Everything printed so far, both streams. */
  output(): string;
  /** Resolves with the exit status once it has ended. */
  ended: Promise<number | null>;
}

export interface StoreProcessOptions {
  models: readonly Model[];
  argv: readonly string[];
  env?: Record<string, string>;
  nodeArgs?: readonly string[];
  /** Runs the program through a shell, after this command. */
  after?: string;
}

const compiled = fileURLToPath(new URL('../dist/fetch-command.js', import.meta.url));

/** Runs the compiled fetch command over a manifest of its own in a process of its own. */
export function startStoreProcess(folder: string, options: StoreProcessOptions): StoreProcess {
  const program = join(folder, `fetch-${Math.random().toString(36).slice(2)}.mjs`);
  writeFileSync(
    program,
    `import { fetchCommand } from ${JSON.stringify(pathToFileURL(compiled).href)};
     const models = ${JSON.stringify(options.models)};
     process.exitCode = await fetchCommand(process.argv.slice(2), process.stderr, { models });`,
  );
  const args = [...(options.nodeArgs ?? []), program, ...options.argv];
  const [command, commandArgs] = options.after
    ? ['sh', ['-c', `${options.after}; exec "$@"`, 'sh', process.execPath, ...args]]
    : [process.execPath, args];
  const child = spawn(command, commandArgs, {
    env: { ...process.env, ...options.env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (text) => {
      output += text;
    });
  }
  const ended = once(child, 'close').then(([code]) => code as number | null);
  return { child, output: () => output, ended };
}
