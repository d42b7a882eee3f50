import type { FastifyRequest, FastifySchema } from 'fastify';
import type { Access } from '../http/auth.ts';
import type { ServedPeer, ServedSession } from './connection.ts';

/** A protocol that is spoken over WebSocket connections to one path. */
export interface Protocol {
  readonly path: string;
  readonly schema: FastifySchema;
  /** What its credentials must cover; undefined where it checks them itself. */
  readonly scope?: string;
  readonly access?: Access;
  /** The name that clients may offer for it. */
  readonly subprotocol?: string;
  /** Where requests that are no WebSocket should go: completes a message. */
  readonly instead: string;
  /** Checks the request before the connection is a WebSocket. */
  onUpgrade?(request: FastifyRequest): Promise<void>;
  /** Whether its client is admitted by then: another one is when its session calls `admit`. Default: it is. */
  isAdmitted?(request: FastifyRequest): boolean;
  open(peer: ServedPeer, request: FastifyRequest): ServedSession;
}
