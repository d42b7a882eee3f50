import {
  type DecodeAs,
  Endpointer,
  type FoundSegment,
  isEarlySpeech,
  type ListenOutput,
  leastSpeech,
  type RecognitionStatus,
  type RecognizeSegmentOutput,
  SAMPLE_RATE,
  SampleStore,
  type SegmentRequest,
  type SpeechSpan,
  spokenSeconds,
  type WindowReading,
} from '@locutor/contract';
import { DeadlineExceededError } from '../pool/errors.ts';
import type { AudioLength } from '../recognize/audio-length.ts';
import { isShutdown } from '../recognize/faults.ts';
import { segmentRequest } from '../recognize/recognition.ts';
import { emptyResult } from '../recognize/results.ts';
import { ListenedWindows } from './listened-windows.ts';
import { type FoundAudio, type JudgedAgain, LiveAgain } from './live-again.ts';
import { LiveAhead } from './live-ahead.ts';
import { LiveAudio } from './live-audio.ts';
import { LivePartials, type SpokenSoFar } from './live-partials.ts';
import { type LivePasses, placedOf, recognizePasses } from './live-passes.ts';
import type { LivePool } from './live-pool.ts';
import type { LiveRequest, LiveTimers, LiveWatch } from './live-request.ts';
import { type LivePiece, LiveSegments } from './live-segments.ts';
import type { PartialTurns } from './partial-turns.ts';
import { PieceQueue } from './piece-queue.ts';
import { SpeechEvents } from './speech-events.ts';

/** Milliseconds of audio in one job: little while a caller may begin or end to speak, more while somebody speaks. */
const [GAP_IN_SILENCE, GAP_IN_SPEECH] = [30, 100];
/** Audio waits for room outside when this much of it was not listened to. */
const MOST_BACKLOG = 4 * 1024 * 1024;
/**
 * Bytes that arrive while others are listened to: half a second of PCM at 16 kHz, more of
 * compressed audio. What is more than that is ahead of the clock.
 */
const LITTLE_BACKLOG = 16_000;
/** Seconds between two looks for a place where speech was cut. */
const LOOK_STEP = 0.3;

/**
 * Audio that is recognised while it is spoken. The engine decodes it and judges each window, segments are cut here, and
 * recognised as those of a recording are: where they begin and end is judged again when they are over.
 */
export class LiveRecognition {
  readonly #request: LiveRequest;
  readonly #passes: readonly SegmentRequest[];
  readonly #watch: LiveWatch;
  readonly #stop = new AbortController();
  readonly #audio: LiveAudio;
  readonly #endpointer: Endpointer;
  readonly #events: SpeechEvents;
  readonly #store = new SampleStore(0);
  readonly #segments: LiveSegments;
  readonly #partials: LivePartials | undefined;
  readonly #spans: SpeechSpan[] = [];
  readonly #jobs: LivePasses;
  readonly #ahead: LiveAhead;
  readonly #again: LiveAgain;
  /** What the second judgement said last: segments before the one index are complete, the other is that of the next one. */
  #complete = 0;
  #next = 0;
  #isBetween = true;
  /** It is being asked where a segment ends: what follows waits. */
  #asking = false;
  /** It had not come to the place where speech was cut. */
  #isBehind = false;
  #lookedAt = 0;
  readonly #queue: PieceQueue;
  readonly #windows = new ListenedWindows();
  #audioEnded = false;
  #timers: NodeJS.Timeout[] = [];
  /** No speech began before the audio up to this byte. */
  #noInputAt: number | undefined;
  #samples = 0;
  #spoken = false;
  #given = 0;
  #lastEnd = 0;
  /** There is no more audio: what the last result says where there is no segment left. */
  #closing: { status: RecognitionStatus; always: boolean } | undefined;

  /** `turns` are those of all sessions of the pool. */
  constructor(
    engine: { readonly pool: LivePool; readonly turns: PartialTurns },
    request: LiveRequest,
    watch: LiveWatch,
    client: string,
  ) {
    const { pool, turns } = engine;
    const [first] = request.passes;
    if (!first) throw new RangeError('A live recognition needs a pass.');
    this.#request = request;
    this.#watch = watch;
    this.#passes = request.passes.map((pass) => segmentRequest(pass));
    this.#segments = new LiveSegments(request.passes);
    this.#endpointer = new Endpointer(first.endpointer, undefined, undefined, true);
    this.#events = new SpeechEvents(this.#endpointer, watch);
    this.#audio = new LiveAudio(pool, {
      client,
      signal: this.#stop.signal,
      maxBytes: request.maxBytes,
      gap: () => (this.#endpointer.open && this.#endpointer.latest.isSpeech ? GAP_IN_SPEECH : GAP_IN_SILENCE),
      onPart: (part) => this.#onPart(part),
      onEnd: () => this.#onAudioEnd(),
      onError: (error) => this.#onError(error),
      onHold: (bytes) => watch.onHold?.(bytes),
    });
    this.#jobs = { pool, turns, passes: this.#passes, client, signal: this.#stop.signal };
    this.#queue = new PieceQueue(this.#jobs, this.#segments, {
      onNoSpeech: (piece) => this.#drop(piece),
      onDone: () => {
        this.#give();
        // It may have been no speech.
        this.#advance();
      },
      onError: (error) => this.#onError(error),
    });
    this.#again = new LiveAgain(this.#jobs, this.#store, first.endpointer);
    this.#ahead = new LiveAhead(this.#jobs, this.#endpointer, this.#again, {
      onText: (output) => this.#onTextAhead(output),
      onLooked: () => this.#advance(),
      onError: (error) => this.#onError(error),
    });
    this.#partials = request.partials
      ? new LivePartials(engine, this.#passes[0]!, client, (partial) => {
          if (!this.#stopped) watch.onPartial?.(partial);
        })
      : undefined;
  }

  /** As far as it was listened to. */
  get length(): AudioLength {
    return { seconds: this.#seconds, speechSeconds: spokenSeconds(this.#spans) };
  }

  get over(): boolean {
    return this.#stopped;
  }

  /** False: wait for `onDrain` before the next bytes. The format of the first bytes holds for all. */
  write(bytes: Uint8Array, decode: DecodeAs = {}): boolean {
    this.#audio.write(bytes, decode);
    // The silence that ends speech may be over by now.
    if (this.#audio.waitedMs > this.#request.passes[0]!.endpointer.waitEnd)
      this.#jobs.turns.giveWayToListening();
    return this.#audio.backlog < MOST_BACKLOG;
  }

  /** There is no more audio. */
  end(): void {
    this.#audio.end();
  }

  /** They run on the clock from now on. */
  startTimers({ noInput, recognition }: LiveTimers): void {
    if (this.#stopped) return;
    if (noInput !== undefined) this.#afterMs(noInput, () => this.#onNoInput());
    if (recognition !== undefined) this.#afterMs(recognition, () => this.#finishWith('recognition-timeout'));
  }

  /** Nothing is reported any more. */
  cancel(): void {
    for (const timer of this.#timers) clearTimeout(timer);
    this.#queue.clear();
    this.#partials?.stop();
    this.#stop.abort();
  }

  get #stopped(): boolean {
    return this.#stop.signal.aborted;
  }

  get #firstOnly(): boolean {
    return !this.#request.passes[0]!.continuous;
  }

  #onPart(part: ListenOutput): void {
    this.#windows.add(part);
    this.#advance();
  }

  /** Cuts what was judged into segments, as far as it is wanted. */
  #advance(): void {
    while (!this.#stopped && !this.#waits) {
      const window = this.#windows.next();
      if (!window) break;
      this.#judge(window.samples, window.reading);
    }
    if (this.#stopped) return;
    if (this.#noInputAt !== undefined) this.#onNoInput();
    if (!this.#asking && !this.#closing) {
      if (this.#isTooLong) this.#close('max-speech', true);
      else if (this.#audioEnded && this.#windows.isEmpty) this.#close('no-speech', false);
    }
    if (this.#stopped) return;
    this.#throttle();
    if (!this.#closing && !this.#asking) this.#lookOn();
    if (this.#audio.backlog < MOST_BACKLOG) this.#watch.onDrain?.();
  }

  /** What follows is not wanted, or cannot be said yet. */
  get #waits(): boolean {
    const isLate = this.#again.isLate(this.#endpointer.position);
    return this.#asking || this.#closing !== undefined || this.#isTooLong || this.#decides || isLate;
  }

  get #isTooLong(): boolean {
    return this.#endpointer.position >= this.#request.maxSeconds;
  }

  #judge(window: Float32Array, reading: WindowReading): void {
    this.#store.push(window);
    this.#samples += window.length;
    const found = this.#endpointer.push(reading);
    this.#look();
    // Where the first segment is the only one, what begins with its end is not reported unless it was no speech.
    const isOver = this.#firstOnly && found.some(({ index }) => index < this.#endpointer.complete);
    if (!isOver) this.#events.lookForStart();
    if (found.length > 0) this.#askForEnd(found.at(-1)!, isOver);
    this.#store.dropBefore(Math.min(this.#endpointer.keepFrom, this.#again.keepFrom));
  }

  #look(): void {
    if (this.#events.isEnding) this.#partials?.end();
    this.#events.look();
  }

  /** Speech is over, or was cut: the second judgement says where. */
  #askForEnd(found: FoundSegment, isOver: boolean): void {
    const { open, position, justCut } = this.#endpointer;
    this.#isBehind = justCut;
    if (!justCut) {
      // The next one may have begun already.
      this.#ask(this.#again.look(open ? open.speechStart : position, 'end'));
      return;
    }
    const cut = this.#again.look(position, 'complete').then((judged) => {
      // Nobody sends what would follow the first segment.
      if (judged.found.length > 0 || !isOver) return judged;
      this.#isBehind = false;
      return this.#again.look(found.audioEnd, 'end');
    });
    this.#ask(cut);
  }

  #ask(asked: Promise<JudgedAgain>, isClosing?: { status: RecognitionStatus; always: boolean }): void {
    this.#asking = true;
    this.#partials?.withdraw();
    this.#after(asked, (judged) => {
      this.#asking = false;
      this.#takeAll(judged);
      // Only the first judgement took it for speech: nobody is told that noise has ended.
      if (judged.found.length === 0 && !this.#isBehind) this.#events.forget();
      if (this.#stopped) return;
      this.#closing = isClosing;
      this.#give();
      this.#advance();
    });
  }

  /** What nobody waits for: a result that is prepared, a text of what was said so far, another part of the second judgement. */
  #lookOn(): void {
    const { open, position } = this.#endpointer;
    // What was cut may have been noise that ends without another segment.
    this.#isBehind &&= open !== undefined;
    const isBehind = this.#isBehind && position >= this.#lookedAt + LOOK_STEP;
    // First, because audio waits for it where it is late.
    if (isBehind || this.#again.isDue(position)) this.#lookAgain(position);
    // Which number the open segment will have is known when those before it are done: some turn out to be noise.
    const isNext = open && this.#next <= (this.#segments.first ?? this.#next);
    const soFar = isNext && this.#soFar;
    // Its text gives way to the result that is prepared next.
    if (soFar) this.#partials?.look(this.#endpointer, open, this.#store, soFar);
    if (open && this.#isUpToDate) this.#ahead.look((found) => leastSpeech(found, this.#spoken));
  }

  #onTextAhead(output: RecognizeSegmentOutput): void {
    const { open } = this.#endpointer;
    // The result follows at once where there is no more audio.
    const soFar = this.#soFar;
    if (open && soFar && !this.#stopped && !this.#audio.isEnding) this.#partials?.settle(open, output, soFar);
  }

  /** What is known of the open segment; undefined behind a cut until the piece before it is recognised. */
  get #soFar(): SpokenSoFar | undefined {
    const { open } = this.#endpointer;
    if (!open || this.#isBehind || this.#asking) return undefined;
    return this.#segments.soFar(this.#next, open.audioStart, this.#again.rest);
  }

  /** Speech that only the second judgement finds is taken when it is over; of other speech the first one says when that is. */
  #lookAgain(position: number): void {
    this.#lookedAt = position;
    const isFree = (this.#isBehind || !this.#endpointer.open) && !this.#decides;
    this.#after(this.#again.look(position, isFree ? 'complete' : 'expected'), (judged) => {
      if (this.#stopped) return;
      if (isFree) this.#takeAll(judged);
      if (this.#stopped) return;
      this.#give();
      this.#advance();
    });
  }

  #takeAll({ found, complete, next, isBetween }: JudgedAgain): void {
    this.#complete = complete;
    this.#next = next;
    this.#isBetween = isBetween;
    if (found.length > 0) this.#isBehind = false;
    for (const each of found) if (!this.#stopped) this.#take(each);
  }

  #take({ found, samples }: FoundAudio): void {
    const placed = placedOf(found);
    const { segment } = placed;
    const { requireInitialSilence } = this.#request.passes[0]!.endpointer;
    const isFirst = this.#given === 0 && this.#segments.isEmpty;
    if (requireInitialSilence && isFirst && isEarlySpeech({ ...segment, samples })) {
      this.#finishWith('early-speech', 0);
      return;
    }
    const least = leastSpeech(found, this.#spoken);
    const ahead = this.#ahead.take(found, least);
    this.#spoken ||= least === undefined;
    // Behind a cut inside speech the next segment has begun already.
    if (least === undefined && !this.#endpointer.open) this.#events.end();
    this.#spans.push(...segment.speech);
    const outputs = () => ahead ?? recognizePasses(placed, samples, least, 'ahead', this.#jobs);
    this.#queue.add(this.#segments.add(placed, this.#events.latest), outputs);
  }

  /** The only segment was found: what follows is needed if it was no speech. */
  get #decides(): boolean {
    const { first } = this.#segments;
    return this.#firstOnly && first !== undefined && this.#complete > first;
  }

  /** Whether nobody knows yet how the speech goes on. */
  get #isUpToDate(): boolean {
    return !this.#audio.isEnding && this.#audio.backlog <= LITTLE_BACKLOG;
  }

  /** Recognition takes longer than listening: audio that is ahead of it waits. */
  #throttle(): void {
    // What follows is not wanted.
    if (this.#closing) return;
    if (this.#waits || this.#queue.isLong) this.#audio.pause();
    else this.#audio.resume();
  }

  #drop(piece: LivePiece): void {
    this.#segments.drop(piece);
    this.#events.forget(piece.begun);
  }

  #give(): void {
    const complete = this.#closing ? Number.POSITIVE_INFINITY : this.#complete;
    const next = () => this.#segments.next(complete, this.#isBetween);
    for (let place = next(); place; place = next()) {
      const isLast = this.#firstOnly || (this.#closing?.always === false && this.#segments.isEmpty);
      const covered = place.map((each) => this.#covering(each, isLast));
      this.#given += 1;
      this.#lastEnd = covered[0]!.end;
      this.#events.found(this.#given, covered[0]!.start);
      if (isLast) this.cancel();
      this.#watch.onSegment(covered, isLast);
      if (this.#stopped) return;
    }
    if (this.#closing && this.#segments.isEmpty) this.#finishWith(this.#closing.status);
  }

  /** Without an endpointer the first segment begins with the audio, and the last ends with it. */
  #covering<Segment extends { start: number; end: number }>(segment: Segment, isLast: boolean): Segment {
    if (this.#request.passes[0]!.endpointer.enabled) return segment;
    return {
      ...segment,
      ...(this.#given === 0 && { start: 0 }),
      ...(isLast && this.#closing && { end: this.#seconds }),
    };
  }

  #onAudioEnd(): void {
    this.#audioEnded = true;
    this.#advance();
  }

  #close(status: RecognitionStatus, always: boolean): void {
    this.#audio.pause();
    this.#endpointer.finish(this.#seconds);
    this.#look();
    this.#ask(this.#again.look(this.#seconds, 'end-of-audio'), { status, always });
  }

  #onError(error: unknown): void {
    if (isShutdown(error)) this.#finishWith('canceled');
    else if (error instanceof DeadlineExceededError) this.#finishWith('recognition-timeout');
    else this.#fail(error);
  }

  /** The audio that arrived before the timer ended may still be on its way through the engine. */
  #onNoInput(): void {
    this.#noInputAt ??= this.#audio.received;
    const hasSpeech = this.#events.speaks || this.#asking || this.#given > 0 || !this.#segments.isEmpty;
    // Speech may be in what waits.
    if (hasSpeech || this.#stopped || !this.#windows.isEmpty) return;
    if (this.#audio.judged >= this.#noInputAt) this.#finishWith('no-input-timeout');
  }

  /** The last result says why there are no more; what was not finished is given up. */
  #finishWith(status: RecognitionStatus, from = this.#lastEnd): void {
    if (this.#stopped) return;
    const passes = this.#passes.map(() => emptyResult(status, from, Math.max(from, this.#seconds)));
    this.cancel();
    this.#watch.onSegment(passes, true);
  }

  #fail(error: unknown): void {
    if (this.#stopped) return;
    this.cancel();
    this.#watch.onFailure(error);
  }

  /** What fails behind it, which may be whoever watches, is a failure of this session and of no other. */
  #after<Result>(job: Promise<Result>, then: (result: Result) => void): void {
    job.then(then).catch((error: unknown) => this.#onError(error));
  }

  #afterMs(ms: number, then: () => void): void {
    const elapsed = new Promise<void>((resolve) => this.#timers.push(setTimeout(resolve, ms)));
    this.#after(elapsed, then);
  }

  get #seconds(): number {
    return this.#samples / SAMPLE_RATE;
  }
}
