import { PassThrough, type Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import type { ServiceError } from '../errors/index.ts';
import type { AnswerType } from './negotiate.ts';

export const EVENTS: AnswerType = 'text/event-stream';

/** Writes one event, with a name where the interface has one. */
export type WriteEvent = (data: object, name?: string) => void;

/**
 * An answer of server-sent events. Resolves when there is a first event; what goes wrong before that is an error like any
 * other, and what goes wrong later is the last event, by `writeFailure`.
 */
export async function eventStream(
  run: (write: WriteEvent) => Promise<void>,
  writeFailure: (failure: ServiceError, write: WriteEvent) => void,
  reply: FastifyReply,
): Promise<Readable> {
  const stream = new PassThrough();
  let begin = () => {};
  const begun = new Promise<void>((resolve) => {
    begin = resolve;
  });
  const write: WriteEvent = (data, name) => {
    begin();
    if (stream.destroyed) return;
    stream.write(`${name === undefined ? '' : `event: ${name}\n`}data: ${JSON.stringify(data)}\n\n`);
  };
  const ended = run(write);
  await Promise.race([begun, ended]);
  void ended
    .catch((error: unknown) => writeFailure(reply.failureOf(error), write))
    .finally(() => stream.end());
  // Proxies would hold events back.
  reply.header('x-accel-buffering', 'no').type(`${EVENTS}; charset=utf-8`);
  return stream;
}
