import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { TestDatabase } from './databases.ts';

const PROGRAM = fileURLToPath(new URL('../../../bin/locutor.mjs', import.meta.url));

export interface Said {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** Runs the built `locutor` command on a database, as an operator would, in a process of its own. */
export function locutor({ url, dataDir }: TestDatabase, ...args: readonly string[]): Promise<Said> {
  const { PATH = '', HOME = '' } = process.env;
  const env = {
    PATH,
    HOME,
    LOCUTOR_DATABASE_URL: url,
    LOCUTOR_DATA_DIR: dataDir,
    LOCUTOR_LOG_LEVEL: 'error',
  };
  return new Promise((resolve) => {
    execFile(process.execPath, [PROGRAM, ...args], { env, cwd: dataDir }, (error, out, err) => {
      resolve({ code: error === null ? 0 : Number(error.code ?? 1), out, err });
    });
  });
}
