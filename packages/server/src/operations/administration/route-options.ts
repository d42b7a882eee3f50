import type { FastifySchema } from 'fastify';
import type { Config } from '../../config/index.ts';
import { JSON_ONLY } from '../../http/formats.ts';
import type { Action } from '../../store/index.ts';
import type { Registry } from '../users/users.ts';

/** What the operations of administrators get of the rest of the server. */
export interface AdministrationServices {
  readonly config: Config;
  readonly registry: Registry;
}

/** The options of a route of administrators: its description, and what the audit log calls it, where it is in there. */
export function administration({ authVerify: access }: Config) {
  return <Schema extends FastifySchema>(schema: Schema, action?: Action) => ({
    schema,
    config: { scope: 'admin', access, formats: JSON_ONLY, ...(action !== undefined && { action }) },
  });
}
