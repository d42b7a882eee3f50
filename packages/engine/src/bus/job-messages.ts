import { type FromEngine, JobError, type RunMessage, type TraceSpan } from '@locutor/contract';
import { type Static, Type } from 'typebox';
import { Compile } from 'typebox/compile';
import {
  DeadlineExceededError,
  EngineDiedError,
  EngineInternalError,
  EngineMemoryError,
} from '../pool/errors.ts';
import type { BusMessage } from './wire/message-parts.ts';

/**
 * What is said about a job on its channel: the messages between a pool and its processes, with what the distance adds.
 * A time left instead of a time of day, because clocks differ. Members that are not named here travel as well.
 */
export type ToWorker = (RunMessage & { deadlineMs: number }) | { type: 'cancel'; job: number };

export type FromWorker =
  | Extract<FromEngine, { type: 'started' | 'partial' | 'done' | 'canceled' }>
  | { type: 'failed'; job: number; error: JobFault; spans?: TraceSpan[] }
  /** The worker cannot do it after all, and it is nobody's fault: it is leaving. */
  | { type: 'returned'; job: number };

const job = Type.Integer({ minimum: 0 });
const faultShape = Type.Union([
  Type.Object({
    expected: Type.Literal(true),
    code: Type.String(),
    message: Type.String(),
    data: Type.Record(Type.String(), Type.Unknown()),
  }),
  Type.Object({
    expected: Type.Literal(false),
    code: Type.Enum(['ENGINE_DIED', 'ENGINE_MEMORY', 'ENGINE_INTERNAL', 'DEADLINE_EXCEEDED']),
    /** How a process ended. */
    end: Type.Optional(Type.String()),
    rssBytes: Type.Optional(Type.Number()),
    limitBytes: Type.Optional(Type.Number()),
  }),
]);

/** Steps of a traced job. What they are is shown to people, and their number and times are bounded by who sends them. */
const spans = Type.Optional(
  Type.Array(
    Type.Object({
      name: Type.String({ maxLength: 200 }),
      parent: Type.Optional(Type.Integer({ minimum: 0 })),
      startMs: Type.Number({ minimum: 0 }),
      endMs: Type.Number({ minimum: 0 }),
      failed: Type.Optional(Type.Literal(true)),
      attributes: Type.Optional(
        Type.Record(Type.String(), Type.Union([Type.String(), Type.Number(), Type.Boolean()])),
      ),
    }),
    { maxItems: 1000 },
  ),
);

/** Why a job has no result. The stack of a fault stays in the log of the worker. */
export type JobFault = Static<typeof faultShape>;

const toWorker = Compile(
  Type.Union([
    Type.Object({
      type: Type.Literal('run'),
      job,
      kind: Type.String(),
      input: Type.Optional(Type.Unknown()),
      deadlineMs: Type.Integer({ minimum: 1 }),
      trace: Type.Optional(Type.String({ maxLength: 200 })),
    }),
    Type.Object({ type: Type.Literal('cancel'), job }),
  ]),
);
const fromWorker = Compile(
  Type.Union([
    Type.Object({ type: Type.Enum(['started', 'canceled', 'returned']), job, spans }),
    Type.Object({ type: Type.Literal('partial'), job, partial: Type.Optional(Type.Unknown()) }),
    Type.Object({ type: Type.Literal('done'), job, output: Type.Optional(Type.Unknown()), spans }),
    Type.Object({ type: Type.Literal('failed'), job, error: faultShape, spans }),
  ]),
);

export function isToWorker(message: BusMessage): message is ToWorker {
  return toWorker.Check(message);
}

export function isFromWorker(message: BusMessage): message is FromWorker {
  return fromWorker.Check(message);
}

/** Undefined where the job was not at fault and another worker can do it. */
export function faultOf(error: unknown): JobFault | undefined {
  if (error instanceof JobError) {
    return { expected: true, code: error.code, message: error.message, data: { ...error.data } };
  }
  if (error instanceof EngineDiedError) return { expected: false, code: error.code, end: error.end };
  if (error instanceof EngineMemoryError) {
    const { code, rssBytes, limitBytes } = error;
    return { expected: false, code, rssBytes, limitBytes };
  }
  if (error instanceof DeadlineExceededError || error instanceof EngineInternalError) {
    return { expected: false, code: error.code };
  }
  return undefined;
}

/** The error that a pool on this machine would have rejected with. */
export function errorOf(fault: JobFault, request: { kind: string; id: number; deadlineMs: number }): Error {
  const { kind, id, deadlineMs } = request;
  if (fault.expected) return new JobError(fault.code, fault.message, { data: fault.data });
  switch (fault.code) {
    case 'ENGINE_DIED':
      return new EngineDiedError(kind, fault.end ?? 'unknown');
    case 'ENGINE_MEMORY':
      return new EngineMemoryError(kind, fault.rssBytes ?? 0, fault.limitBytes ?? 0);
    case 'DEADLINE_EXCEEDED':
      return new DeadlineExceededError(kind, deadlineMs, false);
    default:
      return new EngineInternalError(kind, id);
  }
}
