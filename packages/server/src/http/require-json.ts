import type { FastifyReply, FastifyRequest } from 'fastify';
import { JSON_ONLY, negotiator } from './negotiate.ts';

const accepted = negotiator(JSON_ONLY);

/** For routes that answer in JSON alone: 406 where Accept excludes it, before anything is read or changed. */
export function requireJson({ raw }: FastifyRequest, _reply: FastifyReply, done: () => void): void {
  accepted(raw.headers.accept);
  done();
}
