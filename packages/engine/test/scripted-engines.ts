import {
  type AudioSegment,
  type FindSegmentsInput,
  type FindSegmentsOutput,
  type FromEngine,
  PROTOCOL_VERSION,
  type RecognizeSegmentInput,
  type RecognizeSegmentOutput,
  type SpokenPart,
  type SynthesizeOutput,
  type ToEngine,
} from '@locutor/contract';
import type { EngineLinkEvents, LaunchEngine } from '../src/pool/engine-link.ts';

type Kind = 'find-segments' | 'recognize-segment' | 'synthesize';

/** One job on an engine process of a test, to be answered by the test. */
export class ScriptedJob {
  readonly kind: string;
  readonly input: FindSegmentsInput & RecognizeSegmentInput;
  canceled = false;
  readonly #job: number;
  readonly #engine: ScriptedEngine;

  constructor(engine: ScriptedEngine, job: number, kind: string, input: unknown) {
    this.#engine = engine;
    this.#job = job;
    this.kind = kind;
    this.input = input as FindSegmentsInput & RecognizeSegmentInput;
  }

  emit(partial: AudioSegment | SpokenPart): void {
    this.#engine.say({ type: 'partial', job: this.#job, partial });
  }

  done(output: FindSegmentsOutput | RecognizeSegmentOutput | SynthesizeOutput): void {
    this.#engine.say({ type: 'done', job: this.#job, output });
  }

  refuse(code: string, data: Record<string, unknown> = {}): void {
    const error = { expected: true as const, code, message: code, data };
    this.#engine.say({ type: 'failed', job: this.#job, error });
  }

  leave(): void {
    this.#engine.say({ type: 'canceled', job: this.#job });
  }

  /** The process dies with it. */
  die(): void {
    this.#engine.die();
  }
}

class ScriptedEngine {
  readonly #events: EngineLinkEvents;
  readonly #jobs: ScriptedJob[];
  #current: { job: number; scripted: ScriptedJob } | undefined;
  #alive = true;

  constructor(events: EngineLinkEvents, jobs: ScriptedJob[]) {
    this.#events = events;
    this.#jobs = jobs;
  }

  receive(message: ToEngine): void {
    if (message.type === 'setup') {
      setImmediate(() => this.say({ type: 'ready', protocol: PROTOCOL_VERSION, kinds: [], rssBytes: 1 }));
    } else if (message.type === 'run') {
      const scripted = new ScriptedJob(this, message.job, message.kind, message.input);
      this.#current = { job: message.job, scripted };
      this.say({ type: 'started', job: message.job });
      this.#jobs.push(scripted);
    } else if (message.type === 'cancel' && this.#current?.job === message.job) {
      this.#current.scripted.canceled = true;
      this.#current.scripted.leave();
    } else if (message.type === 'stop') this.die();
  }

  say(message: FromEngine): void {
    if (this.#alive) this.#events.onMessage(message);
  }

  die(): void {
    if (!this.#alive) return;
    this.#alive = false;
    setImmediate(() => this.#events.onEnd('signal SIGKILL'));
  }
}

/** Engine processes whose every answer a test gives. */
export class ScriptedEngines {
  /** In the order they were begun. */
  readonly jobs: ScriptedJob[] = [];

  readonly launch: LaunchEngine = (_process, events) => {
    const engine = new ScriptedEngine(events, this.jobs);
    return { pid: undefined, send: (message) => engine.receive(message), kill: () => engine.die() };
  };

  /** The nth job of a kind, once it has begun. */
  async job(kind: Kind, n = 0): Promise<ScriptedJob> {
    for (;;) {
      const found = this.jobs.filter((job) => job.kind === kind)[n];
      if (found) return found;
      await new Promise((resolve) => setImmediate(resolve));
    }
  }

  count(kind: Kind): number {
    return this.jobs.filter((job) => job.kind === kind).length;
  }
}
