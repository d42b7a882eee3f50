import type { TraceSpan } from './trace.ts';

/**
 * Everything that is said between the pool and an engine process, whatever carries it. Changes with the inputs and outputs of
 * jobs too: on a bus, nodes and workers of different versions meet.
 */
export const PROTOCOL_VERSION = 5;

/** Plain data for the jobs, fixed for the life of a process: model paths, limits. It must survive a structured clone. */
export type Settings = Readonly<Record<string, unknown>>;

export interface SetupMessage {
  type: 'setup';
  protocol: number;
  /** URL of the module whose `jobs` export lists the job kinds of this process. */
  registry: string;
  settings: Settings;
}

export interface RunMessage {
  type: 'run';
  job: number;
  kind: string;
  input: unknown;
  /** W3C `traceparent` of whoever wants to know the steps of this job: they come with its end. */
  trace?: string;
}

export type ToEngine =
  | SetupMessage
  | RunMessage
  | { type: 'cancel'; job: number }
  | { type: 'ping' }
  | { type: 'stop' };

export type FromEngine =
  | { type: 'ready'; protocol: number; kinds: string[]; rssBytes: number }
  | { type: 'unable'; error: PlainError }
  /** The input is complete and the job begins: from here on it may have had effects. */
  | { type: 'started'; job: number }
  /** The job has reached a checkpoint; sent a few times a second at most. */
  | { type: 'progress'; job: number }
  | { type: 'partial'; job: number; partial: unknown }
  | { type: 'done'; job: number; output: unknown; spans?: TraceSpan[] }
  | { type: 'failed'; job: number; error: PlainError; spans?: TraceSpan[] }
  | { type: 'canceled'; job: number; spans?: TraceSpan[] }
  /** A model was loaded, at the start or when a job first needed it. */
  | { type: 'loaded'; model: string; ms: number }
  | { type: 'pong'; rssBytes: number };

/**
 * An error as plain data. `expected` ones are answers of a job; the others are faults whose stack is for the log. With
 * `modelFile` the fault is that this file could not be loaded.
 */
export type PlainError =
  | { expected: true; code: string; message: string; data: Readonly<Record<string, unknown>> }
  | { expected: false; message: string; stack: string; modelFile?: string };
