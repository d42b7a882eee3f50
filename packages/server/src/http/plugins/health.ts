import type { FastifyPluginAsync } from 'fastify';
import { Type } from 'typebox';
import { JSON_ONLY } from '../formats.ts';
import { errorAnswers, jsonContent } from '../schemas.ts';

/** What a process stands on; what there is beside `ready` says why. */
export type ReadinessOf<State> = () => Promise<State & { readonly ready: boolean }>;

/** What the server stands on, as /health/ready reports it. */
export interface Readiness {
  readonly ready: boolean;
  readonly models: { readonly ready: boolean; readonly missing: readonly string[] };
  /** `reads`: it answers. `writes`: it takes changes, which a full disk does not. `ready`: both. */
  readonly database: { readonly ready: boolean; readonly reads: boolean; readonly writes: boolean };
  readonly engine: {
    readonly status: string;
    readonly processes: number;
    readonly ready: number;
    readonly queued: number;
    readonly running: number;
    readonly maxQueue: number;
  };
  /** Only where jobs run on the workers of a bus. */
  readonly bus?: {
    readonly connected: boolean;
    readonly workers: number;
    /** Workers of a version that this server does not understand. */
    readonly incompatible: number;
  };
}

const live = Type.Object({ status: Type.String({ enum: ['live'] }) }, { title: 'Liveness' });
const readiness = Type.Object(
  {
    ready: Type.Boolean(),
    models: Type.Object({ ready: Type.Boolean(), missing: Type.Array(Type.String()) }),
    database: Type.Object({ ready: Type.Boolean(), reads: Type.Boolean(), writes: Type.Boolean() }),
    engine: Type.Object({
      status: Type.String(),
      processes: Type.Integer(),
      ready: Type.Integer(),
      queued: Type.Integer(),
      running: Type.Integer(),
      maxQueue: Type.Integer(),
    }),
    bus: Type.Optional(
      Type.Object(
        { connected: Type.Boolean(), workers: Type.Integer(), incompatible: Type.Integer() },
        { description: 'Only where jobs run on the workers of a bus' },
      ),
    ),
  },
  { title: 'Readiness' },
);

const example: Readiness = {
  ready: true,
  models: { ready: true, missing: [] },
  database: { ready: true, reads: true, writes: true },
  engine: { status: 'ready', processes: 2, ready: 2, queued: 0, running: 1, maxQueue: 64 },
};
const starting: Readiness = {
  ...example,
  ready: false,
  engine: { ...example.engine, status: 'starting', ready: 0, running: 0 },
};

const errors = errorAnswers('ERR_NOT_ACCEPTABLE');

/** Liveness: the process answers. Readiness: a request sent now would be served. */
export const health: FastifyPluginAsync<{ readonly readiness: ReadinessOf<object> }> = async (
  app,
  options,
) => {
  app.get(
    '/health/live',
    {
      config: { formats: JSON_ONLY },
      schema: {
        operationId: 'live',
        summary: 'Is the process alive?',
        tags: ['Operation'],
        security: [],
        response: { 200: { description: 'Yes', content: jsonContent(live, { status: 'live' }) }, ...errors },
      },
    },
    () => ({ status: 'live' }),
  );
  app.get(
    '/health/ready',
    {
      config: { formats: JSON_ONLY },
      schema: {
        operationId: 'ready',
        summary: 'Can it serve now?',
        tags: ['Operation'],
        security: [],
        response: {
          200: { description: 'Yes', content: jsonContent(readiness, example) },
          ...errors,
          503: { description: 'Not now', content: jsonContent(readiness, starting) },
        },
      },
    },
    async (_request, reply) => {
      const state = await options.readiness();
      reply.code(state.ready ? 200 : 503);
      return state;
    },
  );
};
