import type { FromEngine, ToEngine } from '@locutor/contract';

/** The pool's end of a connection to one engine process.. */
export interface EngineLink {
  readonly pid: number | undefined;
  /** Never throws: what cannot be delivered shows as the end of the process. */
  send(message: ToEngine): void;
  /** Ends the process at once, whatever it does. Its end is reported like any other. */
  kill(): void;
}

export interface EngineLinkEvents {
  onMessage(message: FromEngine): void;
  /** Exactly once, after the last message. `end` says how, e.g. "signal SIGKILL". */
  onEnd(end: string): void;
}

/** Starts an engine process. The events begin after the call returns. */
export type LaunchEngine = (process: number, events: EngineLinkEvents) => EngineLink;
