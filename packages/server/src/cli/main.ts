import { EngineUnavailableError, JobError } from '@locutor/engine';
import { ModelError } from '@locutor/models';
import { ConfigError } from '../config/index.ts';
import { ServiceError } from '../errors/index.ts';
import { StoreError } from '../store/index.ts';
import { surviveClosedOutput } from './print.ts';
import { createProgram } from './program.ts';
import { UsageError } from './usage-error.ts';

/** The `locutor` command. Expected failures are one sentence; anything else keeps its stack. */
export async function main(argv: readonly string[]): Promise<void> {
  surviveClosedOutput();
  try {
    await createProgram().parseAsync(argv);
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
  // The server cannot listen on the host or port.
  const { syscall } = (error ?? {}) as NodeJS.ErrnoException;
  return syscall === 'listen' || syscall === 'bind' || syscall === 'getaddrinfo';
}
