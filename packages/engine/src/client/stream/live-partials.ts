import type { RecognizeSegmentOutput, SegmentRequest } from '../../contract/recognition.ts';
import { segmentInput } from '../../contract/segment-input.ts';
import type { OpenSpeech } from '../../listen/endpointer.ts';
import type { SampleStore } from '../../listen/sample-store.ts';
import { hasFreeProcess, type LivePool } from './live-pool.ts';
import type { LivePartial } from './live-request.ts';
import { StableWords } from './stable-text.ts';

/** New audio, in seconds, that is worth another text. */
const STEP = 0.3;

/**
 * Texts of speech that is still going on: the open piece is recognised again from its start, while a process has
 * nothing else to do. They are never waited for, and given up when the speech ends.
 */
export class LivePartials {
  readonly #pool: LivePool;
  readonly #request: SegmentRequest;
  readonly #client: string;
  readonly #give: (partial: LivePartial) => void;
  #words = new StableWords();
  /** Where the piece begins whose words those are, and how far it was recognised. */
  #piece: number | undefined;
  #until = 0;
  #running: AbortController | undefined;

  constructor(pool: LivePool, request: SegmentRequest, client: string, give: (partial: LivePartial) => void) {
    this.#pool = pool;
    this.#client = client;
    this.#give = give;
    const { model, language, written, enhanced, hints } = request;
    this.#request = {
      model,
      language,
      written,
      sentences: 1,
      words: 'none',
      quick: true,
      ...(enhanced && { enhanced }),
      ...(hints && { hints }),
    };
  }

  /** To be called when there is more audio of what is being spoken; `before` are the texts of the pieces before it. */
  look(open: OpenSpeech, position: number, store: SampleStore, before: readonly string[]): void {
    if (this.#piece !== open.audioStart) {
      this.end();
      this.#piece = open.audioStart;
      this.#until = open.audioStart;
    }
    if (this.#running || position - Math.max(this.#until, open.speechStart) < STEP) return;
    // Silence says nothing new, and a process is needed for the result as soon as it has lasted.
    if (open.speechEnd <= this.#until || !hasFreeProcess(this.#pool)) return;
    this.#until = position;
    void this.#recognize(open, position, store.slice(open.audioStart, position), before);
  }

  /** To be called with what will be the result of what is being spoken if no more is said. */
  settle(open: OpenSpeech, output: RecognizeSegmentOutput, before: readonly string[]): void {
    if (output.noSpeech || this.#piece !== open.audioStart) return;
    this.stop();
    this.#report(open, open.speechEnd, output, before, true);
  }

  /** What was spoken is over: its result follows. */
  end(): void {
    this.stop();
    this.#words = new StableWords();
    this.#piece = undefined;
  }

  stop(): void {
    this.#running?.abort();
    this.#running = undefined;
  }

  async #recognize(
    open: OpenSpeech,
    end: number,
    samples: Float32Array,
    before: readonly string[],
  ): Promise<void> {
    const running = new AbortController();
    const { index, start, audioStart, speech } = open;
    this.#running = running;
    const segment = { index, start, end, audioStart, speech: speech() };
    const input = segmentInput({ segment, audioEnd: end }, samples, this.#request);
    try {
      const output = await this.#pool.run('recognize-segment', input, {
        client: this.#client,
        signal: running.signal,
        continues: 'in-turn',
      });
      if (!running.signal.aborted) this.#report(open, end, output, before, false);
    } catch {
      // Whatever is wrong shows in the result that follows.
    } finally {
      if (this.#running === running) this.#running = undefined;
    }
  }

  #report(
    { start }: OpenSpeech,
    end: number,
    { alternatives, language }: RecognizeSegmentOutput,
    before: readonly string[],
    isWhole: boolean,
  ): void {
    const { text = '', score = 0 } = alternatives[0] ?? {};
    if (text === '') return;
    const found = this.#words.add({ text, language, score, end, isWhole });
    const prefix = before.length > 0 ? `${before.join(' ')} ` : '';
    const stable = prefix.length + found.stable;
    this.#give({ text: prefix + found.text, stable, start, end, language });
  }
}
