import {
  type AudioSegment,
  type FindSegmentsOutput,
  type RecognizedSegment,
  type RecognizeRequest,
  type RecognizeSegmentOutput,
  SAMPLE_RATE,
  type SegmentRequest,
  segmentInput,
  spokenSeconds,
} from '@locutor/contract';
import { DeadlineExceededError, EngineUnavailableError, JobCanceledError } from '../pool/errors.ts';
import type { AudioLength } from './audio-length.ts';
import { EarlySegments } from './early-segments.ts';
import { isFault, isShutdown } from './faults.ts';
import { doneOutcome, type Piece } from './piece.ts';
import type { RecognitionPool } from './recognition-pool.ts';
import { emptyResult, resultsOf } from './results.ts';

/** What ends a recognition before its audio does; what is done by then is kept. */
type EarlyEnd = 'recognition-timeout' | 'canceled' | 'failure';

/** The status of audio without a segment, by how the search for segments ended. */
const EMPTY_STATUS = {
  'no-input': 'no-input-timeout',
  'early-speech': 'early-speech',
  'first-segment': 'no-speech',
  'end-of-audio': 'no-speech',
  paused: 'no-speech',
} as const;

export interface RecognitionOptions {
  readonly signal?: AbortSignal;
  readonly client?: string;
  readonly onSegment?: (segment: RecognizedSegment) => void;
}

/** One request on its way: segments are recognised as they are found, as many at a time as there are processes. */
export class Recognition {
  readonly #pool: RecognitionPool;
  readonly #request: RecognizeRequest;
  readonly #segmentRequest: SegmentRequest;
  readonly #caller: AbortSignal | undefined;
  readonly #turn: { client?: string };
  readonly #stop = new AbortController();
  readonly #pieces: Piece[] = [];
  readonly #waiting: { piece: Piece; samples: Float32Array }[] = [];
  /** The only piece, recognised by the search, and what that found. */
  #own: { piece: Piece; search: FindSegmentsOutput } | undefined;
  #running = 0;
  #seconds = 0;
  #early: EarlyEnd | undefined;
  #error: unknown;
  #onProgress: (() => void) | undefined;
  readonly #earlySegments: EarlySegments | undefined;

  constructor(
    pool: RecognitionPool,
    request: RecognizeRequest,
    { signal, client, onSegment }: RecognitionOptions = {},
  ) {
    this.#pool = pool;
    this.#earlySegments = onSegment && new EarlySegments(request, onSegment);
    this.#request = request;
    this.#segmentRequest = segmentRequest(request);
    this.#caller = signal;
    this.#turn = client === undefined ? {} : { client };
  }

  /** As far as it was listened to. */
  get audio(): AudioLength {
    const spans = this.#pieces.flatMap(({ segment }) => segment.speech);
    return { seconds: this.#seconds, speechSeconds: spokenSeconds(spans) };
  }

  async run(): Promise<RecognizedSegment[]> {
    const onAbort = () => this.#fail(new JobCanceledError('recognize', 'caller', this.#caller?.reason));
    const { recognitionTimeout } = this.#request;
    const timer =
      recognitionTimeout === undefined
        ? undefined
        : setTimeout(() => this.#endEarly('recognition-timeout'), recognitionTimeout);
    this.#caller?.addEventListener('abort', onAbort, { once: true });
    if (this.#caller?.aborted) onAbort();
    try {
      const found = await this.#find();
      await this.#until(() => this.#running === 0 && this.#waiting.length === 0);
      if (this.#error !== undefined) throw this.#error;
      return this.#results(found);
    } finally {
      clearTimeout(timer);
      this.#caller?.removeEventListener('abort', onAbort);
      this.#stop.abort();
    }
  }

  /** Resolves when there are no more segments; undefined if it ended early. */
  async #find(): Promise<FindSegmentsOutput | undefined> {
    const { audio, endpointer, continuous, noInputTimeout, speakerChanges } = this.#request;
    let found: FindSegmentsOutput | undefined;
    do {
      const { resume } = found ?? {};
      // The samples of the stretch before must be gone before those of the next come.
      await this.#until(() => this.#waiting.length <= this.#atOnce);
      if (this.#stopped) return undefined;
      const input = {
        audio,
        endpointer,
        firstOnly: !continuous,
        ...(noInputTimeout !== undefined && { noInputTimeout }),
        ...(speakerChanges && { speakerChanges }),
        ...(resume ? { resume } : { recognize: this.#segmentRequest }),
      };
      try {
        found = await this.#pool.run('find-segments', input, {
          ...this.#turn,
          signal: this.#stop.signal,
          onPartial: (segment) => this.#take(segment),
          // Speakers were found by jobs before this one: the request is accepted, and its turn has come.
          ...(resume ? { continues: 'in-turn' } : speakerChanges && { continues: 'ahead' }),
        });
      } catch (error) {
        if (this.#own) this.#pieceFailed(this.#own.piece, error);
        else this.#searchFailed(error);
        return this.#own?.search;
      }
      this.#seconds = found.seconds;
      if (this.#own && found.recognized) this.#pieceDone(this.#own.piece, found.recognized);
    } while (found.ended === 'paused');
    return found;
  }

  #searchFailed(error: unknown): void {
    if (this.#stopped) return;
    const begun = this.#pieces.length > 0;
    if (error instanceof DeadlineExceededError) this.#endEarly('recognition-timeout');
    else if (isShutdown(error) && (begun || error instanceof JobCanceledError)) this.#endEarly('canceled');
    else if (isFault(error) && !(error instanceof EngineUnavailableError)) {
      // What was found before can still be recognised.
      this.#early = 'failure';
    } else this.#fail(error);
  }

  #take({ samples, own, ...segment }: AudioSegment): void {
    if (this.#stopped) return;
    const audioEnd = own?.audioEnd ?? segment.audioStart + samples.length / SAMPLE_RATE;
    const piece: Piece = { segment, audioEnd, outcome: undefined };
    this.#pieces.push(piece);
    if (own) this.#own = { piece, search: own.search };
    else this.#waiting.push({ piece, samples });
    this.#seconds = Math.max(this.#seconds, piece.audioEnd);
    this.#earlySegments?.look(this.#pieces);
    this.#startNext();
  }

  #startNext(): void {
    while (this.#running < this.#atOnce && this.#waiting.length > 0 && !this.#stopped) {
      const { piece, samples } = this.#waiting.shift()!;
      this.#running += 1;
      void this.#recognize(piece, samples).then(() => {
        this.#running -= 1;
        this.#startNext();
        this.#onProgress?.();
      });
    }
  }

  async #recognize(piece: Piece, samples: Float32Array): Promise<void> {
    try {
      const input = segmentInput(piece, samples, this.#segmentRequest);
      const output = await this.#pool.run('recognize-segment', input, {
        ...this.#turn,
        signal: this.#stop.signal,
        // The first one of each, so that short requests are answered in the order they came.
        continues: piece === this.#pieces[0] ? 'ahead' : 'in-turn',
      });
      this.#pieceDone(piece, output);
    } catch (error) {
      this.#pieceFailed(piece, error);
    }
  }

  #pieceDone(piece: Piece, output: RecognizeSegmentOutput): void {
    piece.outcome = doneOutcome(output, piece.segment.audioStart);
    if (!this.#stopped) this.#earlySegments?.look(this.#pieces);
  }

  #pieceFailed(piece: Piece, error: unknown): void {
    if (this.#stopped) return;
    // Nothing was wrong with the audio: the whole request can be tried again later.
    if (error instanceof EngineUnavailableError) this.#fail(error);
    else if (isFault(error)) piece.outcome = { status: 'failure' };
    else if (error instanceof DeadlineExceededError) piece.outcome = { status: 'recognition-timeout' };
    else if (isShutdown(error)) this.#endEarly('canceled');
    else this.#fail(error);
  }

  #results(found: FindSegmentsOutput | undefined): RecognizedSegment[] {
    const results = resultsOf(this.#pieces, this.#request);
    const undone = this.#pieces.find(({ outcome }) => outcome === undefined);
    const lastEnd = undone?.segment.start ?? results.at(-1)?.end ?? 0;
    if (this.#early) return [...results, emptyResult(this.#early, lastEnd, Math.max(lastEnd, this.#seconds))];
    if (!found) throw new Error('a recognition ended without a reason');
    if (!this.#request.endpointer.enabled) coverAudio(results, found);
    if (found.ended === 'too-long') return [...results, emptyResult('max-speech', lastEnd, found.seconds)];
    if (results.length > 0) return results;
    return [emptyResult(EMPTY_STATUS[found.ended], 0, found.seconds)];
  }

  /** As many as there are processes, which may come and go on a bus. */
  get #atOnce(): number {
    return Math.max(1, this.#pool.state().processes.length);
  }

  get #stopped(): boolean {
    return this.#stop.signal.aborted;
  }

  #endEarly(how: EarlyEnd): void {
    if (this.#stopped) return;
    this.#early = how;
    this.#halt();
  }

  #fail(error: unknown): void {
    if (this.#stopped) return;
    this.#error = error;
    this.#halt();
  }

  #halt(): void {
    this.#waiting.length = 0;
    this.#stop.abort();
    this.#onProgress?.();
  }

  #until(condition: () => boolean): Promise<void> {
    return new Promise((resolve) => {
      const check = () => {
        if (!condition() && !this.#stopped) return;
        this.#onProgress = undefined;
        resolve();
      };
      this.#onProgress = check;
      check();
    });
  }
}

/** What is wanted of each segment: all of the request that is not about the audio as a whole. */
export function segmentRequest(
  request: Omit<RecognizeRequest, 'audio'> & Partial<Pick<RecognizeRequest, 'audio'>>,
): SegmentRequest {
  const {
    audio: _audio,
    endpointer: _endpointer,
    continuous: _continuous,
    noInputTimeout: _noInputTimeout,
    recognitionTimeout: _recognitionTimeout,
    speakerChanges: _speakerChanges,
    ...segment
  } = request;
  return segment;
}

/** Without an endpointer the first segment begins with the audio, and the last ends with it. */
function coverAudio(results: RecognizedSegment[], { seconds, ended }: FindSegmentsOutput): void {
  if (results[0]) results[0] = { ...results[0], start: 0 };
  const last = results.at(-1);
  if (last && ended !== 'first-segment') results[results.length - 1] = { ...last, end: seconds };
}
