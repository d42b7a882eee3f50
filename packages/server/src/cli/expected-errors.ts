import { EngineUnavailableError, JobError } from '@locutor/engine';
import { ModelError } from '@locutor/models';
import { ConfigError } from '../config/index.ts';
import { ServiceError } from '../errors/index.ts';
import { StoreError } from '../store/index.ts';
import { UsageError } from './usage-error.ts';

const EXPECTED = [
  ConfigError,
  ModelError,
  StoreError,
  ServiceError,
  UsageError,
  EngineUnavailableError,
  JobError,
];

/** Whether the message says all that a person needs. */
export function isExpected(error: unknown): error is Error {
  if (EXPECTED.some((kind) => error instanceof kind)) return true;
  // The server cannot listen on the host or port.
  const { syscall } = (error ?? {}) as NodeJS.ErrnoException;
  return syscall === 'listen' || syscall === 'bind' || syscall === 'getaddrinfo';
}
