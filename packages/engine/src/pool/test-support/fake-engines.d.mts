import type { LaunchEngine } from '../engine-link.ts';

export interface FakeEngine {
  readonly alive: boolean;
  readonly ready: boolean;
  readonly started: boolean;
  readonly canceled: boolean;
  readonly stopping: boolean;
  readonly job: number | undefined;
  say(message: unknown): void;
  becomeReady(): void;
  begin(): void;
  answer(type: 'done' | 'failed' | 'canceled'): void;
  die(how: string): void;
}

/** Engine processes that do nothing by themselves: a test says what each does next. */
export class FakeEngines {
  readonly sent: { job: number; startedBefore: boolean }[];
  readonly alive: FakeEngine[];
  readonly launch: LaunchEngine;
}
