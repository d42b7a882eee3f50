import { InferenceSession, Tensor } from 'onnxruntime-node';
import { sessionOptions } from '../process/session-options.ts';

export const VOICE_RATE = 16_000;
/** Samples judged at a time: 32 ms. */
export const VOICE_WINDOW = 512;
/**
 * The model also wants the end of the window before. It takes windows without it, too, and then does badly: on read
 * speech it hears a voice through the pauses and doubts clear words.
 */
const CONTEXT = 64;
const STATE_SHAPE = [2, 1, 128];

/** Silero voice activity, version 5: how likely each window of a stream holds speech, given those before it. */
export class SileroVad {
  readonly #session: InferenceSession;
  readonly #samples = new Float32Array(CONTEXT + VOICE_WINDOW);
  readonly #input = new Tensor('float32', this.#samples, [1, CONTEXT + VOICE_WINDOW]);
  readonly #rate = new Tensor('int64', BigInt64Array.of(BigInt(VOICE_RATE)), []);
  readonly #output = new Tensor('float32', new Float32Array(1), [1, 1]);
  #state = emptyState();
  #nextState = emptyState();

  private constructor(session: InferenceSession) {
    this.#session = session;
  }

  static async load(path: string): Promise<SileroVad> {
    try {
      return new SileroVad(await InferenceSession.create(path, sessionOptions));
    } catch (error) {
      throw new Error(`the voice activity model ${path} cannot be loaded: ${(error as Error).message}`, {
        cause: error,
      });
    }
  }

  /** Another stream on the same model. */
  another(): SileroVad {
    return new SileroVad(this.#session);
  }

  /** Forgets the stream so far. */
  reset(): void {
    this.#samples.fill(0);
    this.#state.data.fill(0);
  }

  /** The probability of speech in the next window; a shorter one, at the end of a stream, is filled with silence. */
  async probability(window: Float32Array): Promise<number> {
    this.#samples.copyWithin(0, VOICE_WINDOW);
    this.#samples.fill(0, CONTEXT + window.length);
    this.#samples.set(window, CONTEXT);
    await this.#session.run(
      { input: this.#input, state: this.#state, sr: this.#rate },
      { output: this.#output, stateN: this.#nextState },
    );
    [this.#state, this.#nextState] = [this.#nextState, this.#state];
    return this.#output.data[0]!;
  }
}

function emptyState() {
  return new Tensor('float32', new Float32Array(2 * 128), STATE_SHAPE);
}
