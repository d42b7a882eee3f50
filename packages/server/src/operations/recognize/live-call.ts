import type { DecodeAs, RecognizedSegment } from '@locutor/contract';
import type { LivePartial, LiveRecognition, LiveTimers } from '@locutor/engine';
import { billedRecord } from '../../billing/bill-request.ts';
import { milliseconds } from '../../common/milliseconds.ts';
import type { Config } from '../../config/index.ts';
import type { Grammars } from '../../grammars/grammars.ts';
import type { BodyMemory, BodyShare } from '../../http/body.ts';
import type { BillingLog } from '../../store/index.ts';
import { type OpenSpan, openSpan } from '../../tracing/traced.ts';
import type { PartialResult, RecognitionResult } from '../results/result.ts';
import { seconds } from './alternatives.ts';
import { engineEnded, RecognitionEnded } from './ended.ts';
import { type Pass, planPasses } from './passes.ts';
import type { PassSegment } from './places.ts';
import type { LiveSpeech, Recognition } from './recognition.ts';
import { prepare, resultOf } from './recognize.ts';
import type { RecognitionCall } from './request.ts';
import { traitsOf } from './segment-traits.ts';

export interface LiveServices {
  readonly config: Config;
  readonly grammars: Grammars;
  readonly recognition: Pick<Recognition, 'traits' | 'models'>;
  readonly live: LiveSpeech;
  /** Needed by calls that name an account. */
  readonly billing?: BillingLog;
  /** Files that are kept until they are complete count against it. */
  readonly memory?: Pick<BodyMemory, 'open'>;
}

/** A recognition of audio that is still being spoken: all that RECOGNIZE takes but the audio and who speaks. */
export type LiveCallRequest = Omit<RecognitionCall, 'audio' | 'diarization' | 'acceptedAt'> & {
  readonly partials: boolean;
  /** Of the request that it belongs to, as `traceOf` says. */
  readonly trace?: string | undefined;
};

/** Who wants to know what is said; nothing comes after a last result or a failure. */
export interface LiveCallWatch {
  onSpeechStart?(): void;
  onSpeechEnd?(): void;
  /** `stable` is how many characters of its text will not change. */
  onPartial?(result: PartialResult, stable: number): void;
  /** `transactionId` of the billing record, with the last result. */
  onResult(result: RecognitionResult, transactionId?: string): void;
  /** A ServiceError, or something unexpected. */
  onFailure(error: unknown): void;
  onDrain?(): void;
  /** Results were given, but the recognition ended before its last one, and its billing record could not be kept. */
  onUnbilled?(error: unknown): void;
}

/** What the log says of it. */
export const UNBILLED = 'results of a recognition were sent, but its billing record could not be kept';

/** Prepares the language models and waits for audio. Throws a ServiceError where there is nothing to recognise with. */
export async function openLiveCall(
  request: LiveCallRequest,
  services: LiveServices,
  watch: LiveCallWatch,
  signal: AbortSignal,
): Promise<LiveCall> {
  const { config, grammars, recognition } = services;
  const lms = await prepare(request, { config, grammars, models: recognition.models }, signal);
  const whole = { ...request, audio: { samples: new Float32Array() }, diarization: undefined, acceptedAt: 0 };
  return new LiveCall(request, planPasses(whole, lms, 0), services, watch, signal);
}

export class LiveCall {
  readonly #request: LiveCallRequest;
  readonly #passes: readonly Pass[];
  readonly #services: LiveServices;
  readonly #watch: LiveCallWatch;
  readonly #signal: AbortSignal;
  readonly #live: LiveRecognition;
  readonly #share: BodyShare | undefined;
  readonly #span: OpenSpan;
  readonly #places: PassSegment[][] = [];
  /** Of the results that were given. */
  readonly #statuses: string[] = [];
  #billed = false;
  #index = 0;
  #timing = false;
  /** Results follow each other, although a grammar may take its time with one of them. */
  #before: Promise<void> = Promise.resolve();

  constructor(
    request: LiveCallRequest,
    passes: readonly Pass[],
    services: LiveServices,
    watch: LiveCallWatch,
    signal: AbortSignal,
  ) {
    this.#request = request;
    this.#passes = passes;
    this.#services = services;
    this.#watch = watch;
    this.#signal = signal;
    this.#share = services.memory?.open();
    const { maxAudioSeconds, maxBodyBytes } = services.config;
    this.#span = openSpan('live recognition', request.trace);
    this.#live = services.live.open(
      {
        passes: passes.map((pass) => pass.request),
        partials: request.partials,
        maxSeconds: maxAudioSeconds,
        maxBytes: maxBodyBytes,
      },
      {
        onSpeechStart: () => watch.onSpeechStart?.(),
        onSpeechEnd: () => watch.onSpeechEnd?.(),
        onPartial: (partial) => watch.onPartial?.(this.#partial(partial), partial.stable),
        onSegment: (place, last) => this.#add(place, last),
        onFailure: (error) => this.#fail(error),
        onDrain: () => watch.onDrain?.(),
        onHold: (bytes) => this.#share?.take(bytes),
      },
      request.client,
    );
    // The models may have taken longer than the client waited.
    if (signal.aborted) this.#cancel();
    else signal.addEventListener('abort', () => this.#cancel(), { once: true });
    if (request.parameters['decoder.startInputTimers']) this.startTimers();
  }

  /** False: wait for `onDrain` before the next bytes. */
  write(bytes: Uint8Array, decode: DecodeAs): boolean {
    return this.#span.run(() => this.#live.write(bytes, decode));
  }

  end(): void {
    this.#span.run(() => this.#live.end());
  }

  /** Those that are enabled, once. */
  startTimers(): void {
    if (this.#timing) return;
    this.#timing = true;
    const { parameters } = this.#request;
    const timers: LiveTimers = {
      ...(parameters['noInputTimeout.enabled'] && { noInput: parameters['noInputTimeout.value'] }),
      ...(parameters['recognitionTimeout.enabled'] && {
        recognition: parameters['recognitionTimeout.value'],
      }),
    };
    this.#live.startTimers(timers);
  }

  #partial({ text, start, end }: LivePartial): PartialResult {
    const lm = this.#passes[0]!.lms.find(({ kind }) => kind === 'free') ?? this.#passes[0]!.lms[0]!;
    const alternative = {
      index: 0,
      text,
      score: 0,
      lm: lm.uri,
      interpretations: [],
      interpretation_scores: [],
      words: [],
    };
    return {
      alternatives: [alternative],
      result_status: 'PROCESSING',
      segment_index: this.#index,
      last_segment: false,
      final_result: false,
      start_time: seconds(start),
      end_time: seconds(end),
    };
  }

  #cancel(): void {
    this.#live.cancel();
    this.#share?.release();
    this.#span.end({
      'locutor.segments': this.#statuses.length,
      'locutor.result_status': this.#statuses.at(-1) ?? 'none',
    });
    // What was given is billed, however it ends.
    if (this.#statuses.length > 0) this.#bill().catch((error) => this.#watch.onUnbilled?.(error));
  }

  #add(segments: readonly RecognizedSegment[], last: boolean): void {
    const place = segments.map((segment, pass) => ({ segment, pass: this.#passes[pass]! }));
    const index = this.#index;
    this.#index += 1;
    if (last) this.#share?.release();
    this.#before = this.#before
      .then(() => this.#give(place, index, last))
      .catch((error) => this.#fail(error));
  }

  async #give(place: PassSegment[], index: number, last: boolean): Promise<void> {
    if (this.#signal.aborted) return;
    const { classifiers } = this.#request;
    const { recognition, grammars } = this.#services;
    // The voice of a speaker is judged by all segments so far.
    if (classifiers.size > 0) this.#places.push(place);
    const traits = traitsOf(this.#places, classifiers, recognition.traits).at(-1) ?? {};
    const unnumbered = await resultOf(place, traits, this.#request, { grammars }, this.#signal);
    if (this.#signal.aborted) return;
    const { alternatives, result_status, ...more } = unnumbered;
    const numbered = { segment_index: index, last_segment: last, final_result: true };
    this.#statuses.push(result_status);
    const transactionId = last ? await this.#bill() : undefined;
    this.#watch.onResult({ alternatives, result_status, ...numbered, ...more }, transactionId);
  }

  /** Once. */
  async #bill(): Promise<string | undefined> {
    if (this.#billed) return undefined;
    this.#billed = true;
    const { seconds: length, speechSeconds } = this.#live.length;
    const record = billedRecord(
      {
        operation: 'recognize',
        accountTag: this.#request.parameters['license.manager.accountTag'],
        audioMs: milliseconds(length),
        speechMs: milliseconds(speechSeconds),
      },
      this.#statuses,
    );
    return record && this.#services.billing?.bill(record);
  }

  #fail(error: unknown): void {
    if (this.#signal.aborted) return;
    this.#cancel();
    const ended = engineEnded(error);
    if (!(ended instanceof RecognitionEnded)) {
      this.#watch.onFailure(ended);
      return;
    }
    this.#watch.onResult({
      alternatives: [],
      result_status: ended.status,
      segment_index: this.#index,
      last_segment: true,
      final_result: true,
      start_time: 0,
      end_time: 0,
    });
  }
}
