import { AsyncResource } from 'node:async_hooks';
import {
  type Endpointer,
  type OpenSpeech,
  type PlacedSegment,
  type RecognizeSegmentOutput,
  type SampleStore,
  type SegmentRequest,
  segmentInput,
} from '@locutor/contract';
import { wordSeparator } from '@locutor/text';
import { doneOutcome, mergeSeams, type Piece } from '../recognize/piece.ts';
import type { LivePool } from './live-pool.ts';
import type { LivePartial } from './live-request.ts';
import type { PartialTurn, PartialTurns } from './partial-turns.ts';
import { StableWords } from './stable-text.ts';

/** New audio, in seconds, that is worth another text. */
const STEP = 0.3;

/** What is being spoken, of which pieces may have been recognised before. Times are seconds from the start of the audio. */
export interface SpokenSoFar {
  readonly before: readonly Piece[];
  /** Where the rest begins, and up to where the last piece has its words, too. */
  readonly from: number;
  readonly overlapsUntil?: number;
}

/**
 * Texts of speech that is still going on: the open piece is recognised again from its start, when it is the turn of this
 * session. They are never waited for, and given up when the speech ends.
 */
export class LivePartials implements PartialTurn {
  readonly #pool: LivePool;
  readonly #turns: PartialTurns;
  readonly #request: SegmentRequest;
  readonly #client: string;
  readonly #give: (partial: LivePartial) => void;
  /** Words of the segment with this index. */
  #words = new StableWords();
  #index: number | undefined;
  /** Where the piece of it begins that is being spoken, and how far it was recognised. */
  #piece: number | undefined;
  #until = 0;
  /** New audio for the next text: more where texts of so much audio take too long. */
  #step = STEP;
  #hasText = false;
  #running: AbortController | undefined;
  /** Makes the text that this session asked for. */
  #wanted: (() => void) | undefined;

  constructor(
    { pool, turns }: { pool: LivePool; turns: PartialTurns },
    request: SegmentRequest,
    client: string,
    give: (partial: LivePartial) => void,
  ) {
    this.#pool = pool;
    this.#turns = turns;
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

  /** To be called when there is more audio of what is being spoken. */
  look(
    { position, expected }: Pick<Endpointer, 'position' | 'expected'>,
    open: OpenSpeech,
    store: SampleStore,
    soFar: SpokenSoFar,
  ): void {
    if (this.#index !== open.index) this.end();
    if (this.#piece !== soFar.from) {
      this.stop();
      this.#words = this.#words.anew();
      this.#index = open.index;
      this.#piece = soFar.from;
      this.#until = soFar.from;
    }
    // In this silence all that was said is recognised as a whole.
    if (expected) {
      this.stop();
      return;
    }
    if (this.#running || position - Math.max(this.#until, open.speechStart) < this.#step) return;
    // Silence says nothing new.
    if (open.speechEnd <= this.#until) return;
    // Another session may begin it: it belongs to the trace of this one.
    this.#wanted = AsyncResource.bind(() => {
      this.#until = position;
      void this.#recognize(open, position, store.slice(soFar.from, position), soFar);
    });
    this.#turns.ask(this);
  }

  get hasText(): boolean {
    return this.#hasText;
  }

  start(): void {
    this.#wanted?.();
  }

  giveUp(): void {
    this.#step *= 2;
    this.stop();
  }

  /** To be called with what will be the result of what is being spoken if no more is said. */
  settle(open: OpenSpeech, output: RecognizeSegmentOutput, soFar: SpokenSoFar): void {
    if (output.noSpeech || this.#piece !== soFar.from || this.#index !== open.index) return;
    this.stop();
    this.#report(open, open.speechEnd, output, soFar, true);
  }

  /** What was spoken is over: its result follows. */
  end(): void {
    this.stop();
    this.#words = new StableWords();
    this.#index = undefined;
    this.#piece = undefined;
    this.#step = STEP;
    this.#hasText = false;
  }

  /** No text is wanted now; one that was begun may still come. */
  withdraw(): void {
    this.#turns.withdraw(this);
  }

  stop(): void {
    this.withdraw();
    const running = this.#running;
    this.#running = undefined;
    running?.abort();
    if (running) this.#turns.end(this);
  }

  async #recognize(open: OpenSpeech, end: number, samples: Float32Array, soFar: SpokenSoFar): Promise<void> {
    const running = new AbortController();
    this.#running = running;
    const input = segmentInput(restOf(open, end, soFar), samples, this.#request);
    try {
      const output = await this.#pool.run('recognize-segment', input, {
        client: this.#client,
        signal: running.signal,
        continues: 'in-turn',
      });
      if (!running.signal.aborted) this.#report(open, end, output, soFar, false);
    } catch {
      // Whatever is wrong shows in the result that follows.
    } finally {
      if (this.#running === running) {
        this.#running = undefined;
        this.#turns.end(this);
      }
    }
  }

  #report(
    open: OpenSpeech,
    end: number,
    output: RecognizeSegmentOutput,
    soFar: SpokenSoFar,
    isWhole: boolean,
  ): void {
    const { score = 0, text: last = '' } = output.alternatives[0] ?? {};
    if (last === '') return;
    const { language } = output;
    const text = soFar.before.length === 0 ? last : textOf(open, end, output, soFar);
    this.#hasText = true;
    const words = this.#words.add({ text, language, score, end, isWhole });
    this.#give({ ...words, start: open.start, end, language });
  }
}

function restOf({ index, start, speech }: OpenSpeech, end: number, soFar: SpokenSoFar): PlacedSegment {
  const { from, overlapsUntil } = soFar;
  const segment = {
    ...{ index, start, end, audioStart: from },
    speech: speech().filter((span) => span.end > from),
    ...(overlapsUntil !== undefined && { overlapsUntil }),
  };
  return { segment, audioEnd: end };
}

/** With the pieces before it; words that both sides of a cut have are there once. */
function textOf(open: OpenSpeech, end: number, output: RecognizeSegmentOutput, soFar: SpokenSoFar): string {
  // Copies, because the pieces are fitted to their neighbours again for the result.
  const pieces: Piece[] = soFar.before.map((piece) => ({
    ...piece,
    outcome: piece.outcome && { ...piece.outcome },
  }));
  pieces.push({ ...restOf(open, end, soFar), outcome: doneOutcome(output, soFar.from) });
  mergeSeams(pieces);
  const texts = pieces.map(
    ({ outcome }) => (outcome?.status === 'done' && outcome.alternatives[0]?.text) || '',
  );
  return texts.filter((text) => text !== '').join(wordSeparator(output.language));
}
