import { JobError } from '@locutor/contract';
import { EngineUnavailableError } from '@locutor/engine';
import { ModelError } from '@locutor/models';
import { ConfigError } from '../config/index.ts';
import { ServiceError } from '../errors/index.ts';
import { StoreError } from '../store/index.ts';
import { InterruptedError } from './interrupt.ts';
import { CommandError, UsageError } from './usage-error.ts';

const EXPECTED = [
  ConfigError,
  ModelError,
  StoreError,
  ServiceError,
  UsageError,
  CommandError,
  InterruptedError,
  EngineUnavailableError,
  JobError,
];

/** Whether the message alone is enough for a person, without a stack trace. */
export function isExpected(error: unknown): error is Error {
  if (EXPECTED.some((kind) => error instanceof kind)) return true;
  // The server cannot listen on the host or port.
  const { syscall } = (error ?? {}) as NodeJS.ErrnoException;
  return syscall === 'listen' || syscall === 'bind' || syscall === 'getaddrinfo';
}
