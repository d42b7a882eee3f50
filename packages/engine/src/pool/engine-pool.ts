import type { JobTypes } from '@locutor/contract';
import { EngineSlot } from './engine-slot.ts';
import { EngineUnavailableError, PoolClosedError } from './errors.ts';
import type { PoolEvent } from './events.ts';
import { JobPool } from './job-pool.ts';
import { type EnginePoolOptions, type ResolvedOptions, resolveOptions } from './options.ts';
import type { PoolJob } from './pool-job.ts';
import { ProgressWatch } from './progress-watch.ts';
import type { PoolState } from './state.ts';

/**
 * Runs jobs on supervised engine processes of this machine.
 *
 * A job runs at most once: it is sent again only if its process died before saying that it started. After a cancel
 * the process is free again when it notices, or is replaced.
 */
export class EnginePool<Jobs extends JobTypes> extends JobPool<Jobs> {
  readonly #options: ResolvedOptions;
  readonly #slots: EngineSlot[];
  #timers: NodeJS.Timeout[] = [];

  constructor(options: EnginePoolOptions) {
    const resolved = resolveOptions(options);
    super(resolved);
    this.#options = resolved;
    const host = {
      onIdle: () => this.dispatch(),
      onStartFailed: () => this.#refuseIfHopeless(),
      onReturned: (job: PoolJob) => {
        job.requeued = true;
        this.takeBack(job);
      },
      mayRecycle: (slot: EngineSlot) => this.#slots.every((other) => other === slot || other.responsive),
      emit: (event: PoolEvent) => this.emit(event),
    };
    this.#slots = Array.from(
      { length: resolved.processes },
      (_, index) => new EngineSlot(index + 1, resolved, host),
    );
  }

  /**
   * Starts the processes; jobs may be run at once and wait. Resolves when at least one process is ready and none is
   * still on its first attempts, rejects with EngineUnavailableError when all fail. The pool goes on trying then:
   * call `drain` to give up.
   */
  async start(): Promise<void> {
    if (this.lifecycle !== 'new') throw new PoolClosedError('already started');
    this.lifecycle = 'open';
    const { memoryCheckMs, pingMs, progressMs } = this.#options;
    this.#timers = [
      setInterval(() => this.#each((slot) => slot.checkMemory()), memoryCheckMs),
      setInterval(() => this.#each((slot) => slot.ping()), pingMs),
      setInterval(() => this.#each((slot) => slot.checkProgress()), ProgressWatch.lookMs(progressMs)),
    ];
    for (const timer of this.#timers) timer.unref();
    this.#each((slot) => slot.start());
    await this.until(
      () => this.#slots.every((slot) => slot.up || slot.hopeless) || this.lifecycle !== 'open',
    );
    if (!this.#slots.some((slot) => slot.up)) throw this.#noProcess();
  }

  override state(): PoolState {
    const reasons = this.#slots.flatMap((slot) => slot.failing ?? []);
    return {
      status: this.statusOf(
        this.#slots.some((slot) => slot.up),
        reasons.length > 0,
      ),
      reason: reasons[0],
      processes: this.#slots.map((slot) => slot.state),
      up: this.#slots.filter((slot) => slot.responsive).length,
      queued: this.queue.length,
      running: this.running,
    };
  }

  protected override places(): readonly EngineSlot[] {
    return this.#slots;
  }

  protected override width(): number {
    return this.#slots.filter((slot) => slot.up).length;
  }

  protected override unavailable(): EngineUnavailableError | undefined {
    return this.#slots.every((slot) => slot.hopeless) ? this.#noProcess() : undefined;
  }

  protected override async stopPlaces(): Promise<void> {
    await Promise.all(this.#slots.map((slot) => slot.stop()));
    for (const interval of this.#timers) clearInterval(interval);
  }

  #refuseIfHopeless(): void {
    this.changed();
    const error = this.unavailable();
    if (!error) return;
    for (const job of this.queue.takeAll()) job.reject('unavailable', error);
  }

  #noProcess(): EngineUnavailableError {
    return new EngineUnavailableError(this.state().reason ?? 'the pool was stopped');
  }

  #each(action: (slot: EngineSlot) => void): void {
    for (const slot of this.#slots) action(slot);
  }
}
