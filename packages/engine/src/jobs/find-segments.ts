import { defineJob, type JobContext } from '../contract/define-job.ts';
import { type EngineSettings, engineSettings } from '../contract/engine-settings.ts';
import type {
  AudioSegment,
  FindSegmentsInput,
  FindSegmentsOutput,
  SegmentRequest,
} from '../contract/recognition.ts';
import type { ResumePoint } from '../contract/resume-point.ts';
import { SAMPLE_RATE } from '../contract/sample-rate.ts';
import { segmentInput } from '../contract/segment-input.ts';
import { Endpointer } from '../listen/endpointer.ts';
import type { FoundSegment } from '../listen/found-segment.ts';
import { SampleStore } from '../listen/sample-store.ts';
import { SegmentRecheck } from '../listen/segment-recheck.ts';
import { SileroVad } from '../listen/silero.ts';
import { detectSpeechActivity } from '../listen/speech-activity.ts';
import { levelsOf, WINDOW_SECONDS } from '../listen/window-reading.ts';
import { windowsOf } from '../listen/windows-of.ts';
import { chunksOf } from './decode-input.ts';
import type { SegmentRecognizer } from './recognize/segment-recognizer.ts';
import { sharedRecognizer } from './recognize-segment.ts';

/**
 * Seconds of audio in one job. The segments wait in the server's memory to be recognised, which takes far longer than
 * to find them: this bounds them to 19 MB a request, and lets other requests have the process. The next job decodes from
 * the start again, at 390 times real time (Opus) to 2,800 (WAV): for an hour of MP3 six times the 6 s of one decode.
 */
const STRETCH = 300;
/** Speech before this time is early. */
const INITIAL_SILENCE = 0.1;
/** Speech that goes on at the start of the audio is noticed this late at most. */
const SLOW_NOTICE = 0.5;
/** Of the level of speech: noise at 10 dB has less. */
const AS_LOUD = 0.4;
/** After so much audio without it, speech that began before would be known of. */
const NOTICE = 2 * WINDOW_SECONDS;

/** So much audio after the first segment without another, and it is not waited for any longer. */
const HELD_SECONDS = 30;

interface Loaded {
  settings: EngineSettings;
  vad: SileroVad;
  recognizer: SegmentRecognizer;
}

type Context = JobContext<Loaded, AudioSegment>;
type WholeOrCut = AudioSegment & { whole: boolean };

/** Cuts audio into the segments that are recognised one by one; each is a partial result. */
export const findSegments = defineJob({
  kind: 'find-segments',

  async load(context) {
    const settings = engineSettings(context.settings);
    const vad = await context.shared('voice-activity', () => SileroVad.load(settings.voiceActivityModel));
    return { settings, vad, recognizer: await sharedRecognizer(context) };
  },

  async run(input: FindSegmentsInput, context: Context): Promise<FindSegmentsOutput> {
    const { output, held } = await search(input, context);
    return held && input.recognize ? recognizeHere(held, output, input.recognize, context) : output;
  },
});

/** On its own, so that all audio that was read for it is released before a segment is recognised. */
async function search(input: FindSegmentsInput, context: Context) {
  const all = new Search(input, context);
  const output = await all.run();
  return { output, held: all.held };
}

async function recognizeHere(
  { samples, ...segment }: AudioSegment,
  search: FindSegmentsOutput,
  request: SegmentRequest,
  { loaded, emit, checkpoint }: Context,
): Promise<FindSegmentsOutput> {
  const audioEnd = segment.audioStart + samples.length / SAMPLE_RATE;
  // Where this process dies, it is known what it died of.
  emit({ ...segment, samples: new Float32Array(), own: { audioEnd, search } });
  const input = segmentInput({ segment, audioEnd }, samples, request);
  return { ...search, recognized: await loaded.recognizer.recognize(input, checkpoint) };
}

class Search {
  readonly #input: FindSegmentsInput;
  readonly #context: Context;
  readonly #from: number;
  readonly #endpointer: Endpointer;
  readonly #store: SampleStore;
  readonly #recheck: SegmentRecheck<WholeOrCut>;
  #samples: number;
  #segments = 0;
  #held: AudioSegment | undefined;

  constructor(input: FindSegmentsInput, context: Context) {
    this.#input = input;
    this.#context = context;
    this.#from = input.resume?.at ?? 0;
    this.#endpointer = new Endpointer(input.endpointer, input.resume, input.speakerChanges);
    this.#store = new SampleStore(this.#from);
    this.#recheck = new SegmentRecheck(context.loaded.vad.another(), context.checkpoint, {
      // The first segment and a start of speech are decided about when they come.
      patient: !input.firstOnly && input.noInputTimeout === undefined,
      spoken: input.resume?.spoken ?? false,
    });
    this.#samples = Math.round(this.#from * SAMPLE_RATE);
  }

  /** The only segment of the audio, if it was to be recognised here. */
  get held(): AudioSegment | undefined {
    return this.#held;
  }

  get #seconds(): number {
    return this.#samples / SAMPLE_RATE;
  }

  async run(): Promise<FindSegmentsOutput> {
    const { loaded, checkpoint } = this.#context;
    const chunks = chunksOf(this.#input.audio, loaded.settings.audio, this.#context);
    const windows = windowsOf(chunks, this.#samples);
    for await (const { samples, reading } of detectSpeechActivity(windows, loaded.vad, checkpoint)) {
      this.#store.push(samples);
      this.#samples += samples.length;
      const ended = (await this.#giveOut(this.#endpointer.push(reading))) ?? this.#ended();
      if (ended) return this.#output(ended);
      this.#store.dropBefore(this.#endpointer.keepFrom);
      if (this.#held && this.#seconds - this.#held.end > HELD_SECONDS) this.#release();
      const resume =
        this.#seconds - this.#from >= (this.#input.stretch ?? STRETCH)
          ? this.#endpointer.resumePoint
          : undefined;
      if (resume) return this.#pause(resume);
    }
    const early =
      (await this.#giveOut(this.#endpointer.finish(this.#seconds))) ??
      this.#emit(await this.#recheck.finish());
    return this.#output(early ?? this.#silentToTheEnd() ?? (chunks.truncated ? 'too-long' : 'end-of-audio'));
  }

  async #pause(resume: ResumePoint): Promise<FindSegmentsOutput> {
    const early = this.#emit(await this.#recheck.finish());
    if (early) return this.#output(early);
    this.#release();
    return { ...this.#output('paused'), resume: { ...resume, spoken: this.#recheck.spoken } };
  }

  async #giveOut(found: readonly FoundSegment[]): Promise<'early-speech' | undefined> {
    for (const { audioEnd, ...segment } of found) {
      const samples = this.#store.slice(segment.audioStart, audioEnd);
      const early = this.#emit(await this.#recheck.take({ ...segment, samples }));
      if (early) return early;
      if (this.#segments === 0) this.#endpointer.forgetSpeech();
    }
    return undefined;
  }

  #emit(believed: readonly WholeOrCut[]): 'early-speech' | undefined {
    for (const { whole, ...segment } of believed) {
      if (this.#segments === 0 && this.#isEarly(segment)) return 'early-speech';
      this.#release();
      if (this.#segments === 0 && this.#input.recognize) this.#held = segment;
      else this.#context.emit(segment);
      this.#segments += 1;
    }
    return undefined;
  }

  /** Others can recognise it, while more are looked for here. */
  #release(): void {
    if (this.#held) this.#context.emit(this.#held);
    this.#held = undefined;
  }

  /** The detector is slow to notice speech without a beginning: it is early if it is as loud from the first. */
  #isEarly({ samples, audioStart, speech }: AudioSegment): boolean {
    const first = speech[0];
    if (!this.#input.endpointer.requireInitialSilence || audioStart > 0 || !first) return false;
    if (first.start >= SLOW_NOTICE) return false;
    const level = (start: number, end: number) =>
      levelsOf(samples.subarray(start * SAMPLE_RATE, end * SAMPLE_RATE)).rms;
    const before = level(0, INITIAL_SILENCE);
    return first.start < INITIAL_SILENCE || before >= AS_LOUD * level(first.start, first.end);
  }

  #ended(): 'first-segment' | 'no-input' | undefined {
    const { firstOnly, resume } = this.#input;
    if (firstOnly && this.#foundAny && this.#endpointer.complete > (resume?.index ?? 0))
      return 'first-segment';
    return this.#timedOut(this.#endpointer.speechBegan ?? this.#endpointer.position - NOTICE);
  }

  /** Once the audio is over, it is known that no speech began in the last windows. */
  #silentToTheEnd(): 'no-input' | undefined {
    return this.#timedOut(this.#seconds);
  }

  /** The timer fires when all of its time has passed in silence; times are compared in whole milliseconds, as it is set. */
  #timedOut(silence: number): 'no-input' | undefined {
    const { noInputTimeout, resume } = this.#input;
    const begun = this.#foundAny || resume?.continues !== undefined || (resume?.index ?? 0) > 0;
    if (noInputTimeout === undefined || begun) return undefined;
    return Math.round(silence * 1000) >= noInputTimeout ? 'no-input' : undefined;
  }

  get #foundAny(): boolean {
    return this.#segments > 0 || this.#input.resume?.continues?.inner === true;
  }

  #output(ended: FindSegmentsOutput['ended']): FindSegmentsOutput {
    return { seconds: this.#seconds, segments: this.#segments, ended };
  }
}
