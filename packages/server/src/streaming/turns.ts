import type { DecodeAs } from '@locutor/contract';
import type { LiveCallWatch } from '../operations/recognize/live-call.ts';
import type { PartialResult, RecognitionResult } from '../operations/results/result.ts';
import type { Listening } from './session-host.ts';

/** Who wants to know what is said. Nothing comes of a recognition that was canceled. */
export interface TurnWatch {
  onPartial?(result: PartialResult): void;
  onResult(result: RecognitionResult): void;
  /** The recognition is over; the next audio begins another. */
  onFailure(error: unknown): void;
}

interface Turn {
  readonly stop: AbortController;
  readonly over: Promise<void>;
  finish(): void;
  listening?: Listening;
  /** No more audio comes. */
  ended: boolean;
}

/**
 * Recognitions that follow each other in the audio of a call, for protocols that do not say where one begins: audio that
 * comes when there is none begins one.
 */
export class Turns {
  readonly #open: (watch: LiveCallWatch, signal: AbortSignal) => Promise<Listening>;
  readonly #watch: TurnWatch;
  #turn: Turn | undefined;
  #goOn: () => void = () => {};

  constructor(open: (watch: LiveCallWatch, signal: AbortSignal) => Promise<Listening>, watch: TurnWatch) {
    this.#open = open;
    this.#watch = watch;
  }

  /** Begins a recognition where there is none, and says whether it did. Throws what prevents it. */
  async begin(): Promise<boolean> {
    if (this.#turn) return false;
    const turn = newTurn();
    this.#turn = turn;
    try {
      turn.listening = await this.#open(this.#liveWatch(turn), turn.stop.signal);
      if (turn.ended) turn.listening.end();
    } catch (error) {
      this.#end(turn);
      throw error;
    }
    return true;
  }

  /** Resolves when more audio may come. */
  async write(bytes: Uint8Array, decode: DecodeAs): Promise<void> {
    await this.begin();
    const room = this.#turn?.listening?.write(bytes, decode) ?? true;
    if (room) return;
    await new Promise<void>((resolve) => {
      this.#goOn = resolve;
    });
  }

  /** No more audio comes. Resolves after the last result. */
  async end(): Promise<void> {
    const turn = this.#turn;
    if (!turn) return;
    turn.ended = true;
    turn.listening?.end();
    await turn.over;
  }

  /** Those of the recognition that runs. */
  startTimers(): void {
    this.#turn?.listening?.startTimers();
  }

  cancel(): void {
    this.#turn?.stop.abort();
    if (this.#turn) this.#end(this.#turn);
  }

  #liveWatch(turn: Turn): LiveCallWatch {
    const unlessOver =
      <Arguments extends unknown[]>(then: (...values: Arguments) => void) =>
      (...values: Arguments) => {
        if (this.#turn === turn) then(...values);
      };
    return {
      onPartial: unlessOver((result) => this.#watch.onPartial?.(result)),
      onResult: unlessOver((result) => {
        this.#watch.onResult(result);
        if (result.last_segment) this.#end(turn);
      }),
      onFailure: unlessOver((error) => {
        this.#watch.onFailure(error);
        this.#end(turn);
      }),
      onDrain: unlessOver(() => this.#goOn()),
    };
  }

  #end(turn: Turn): void {
    if (this.#turn === turn) this.#turn = undefined;
    turn.finish();
    this.#goOn();
  }
}

function newTurn(): Turn {
  let finish = () => {};
  const over = new Promise<void>((resolve) => {
    finish = resolve;
  });
  return { stop: new AbortController(), over, finish, ended: false };
}
