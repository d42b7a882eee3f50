import type { SynthesizeOutput } from '@locutor/contract';
import type { BodyShare } from '../../http/body.ts';

/** Has something spoken, and hands out the audio part by part. */
export type Speak = (onAudio: (audio: Uint8Array) => void, signal: AbortSignal) => Promise<SynthesizeOutput>;

/**
 * Speech that is being made. The engine does not wait for slow clients, so that what they have not read yet is counted
 * against the memory for bodies: where that is used up, the speech ends.
 */
export class Speech {
  /** Settles when there is audio, or none will come. Rejects where the speech failed before. */
  readonly begun: Promise<unknown>;
  readonly output: Promise<SynthesizeOutput>;
  readonly #share: BodyShare;
  readonly #stop = new AbortController();
  readonly #parts: Uint8Array[] = [];
  #state: 'speaking' | 'done' | 'failed' = 'speaking';
  #begin: () => void = () => {};
  #wake: () => void = () => {};

  constructor(speak: Speak, share: BodyShare, signal: AbortSignal) {
    this.#share = share;
    const first = new Promise<void>((resolve) => {
      this.#begin = resolve;
    });
    this.output = this.#run(speak, AbortSignal.any([signal, this.#stop.signal]));
    this.begun = Promise.race([first, this.output]);
    // Whoever reads the parts gets the error there.
    this.output.catch(() => {});
    this.begun.catch(() => {});
  }

  /** Whether all of the audio is here. */
  get done(): boolean {
    return this.#state === 'done';
  }

  /** The audio, once, while it is made. Throws what ended the speech. */
  async *parts(): AsyncGenerator<Uint8Array> {
    try {
      for (;;) {
        const part = this.#parts.shift();
        if (part) {
          yield part;
          this.#share.give(part.length);
        } else if (this.#state === 'speaking') {
          await new Promise<void>((resolve) => {
            this.#wake = resolve;
          });
        } else break;
      }
      await this.output;
    } finally {
      this.#stop.abort();
    }
  }

  /** All of the audio, when it is there. It counts until the request has been answered. */
  async whole(): Promise<Buffer> {
    await this.output;
    return Buffer.concat(this.#parts);
  }

  async #run(speak: Speak, signal: AbortSignal): Promise<SynthesizeOutput> {
    try {
      const output = await speak((audio) => this.#add(audio), signal);
      // A listener that fails is only logged by the engine.
      if (this.#stop.signal.aborted) throw this.#stop.signal.reason;
      this.#state = 'done';
      return output;
    } catch (error) {
      this.#state = 'failed';
      throw this.#stop.signal.aborted ? this.#stop.signal.reason : error;
    } finally {
      this.#wake();
    }
  }

  #add(audio: Uint8Array): void {
    if (audio.length === 0 || this.#stop.signal.aborted) return;
    try {
      this.#share.take(audio.length);
      this.#parts.push(audio);
      this.#begin();
      this.#wake();
    } catch (error) {
      this.#stop.abort(error);
    }
  }
}
