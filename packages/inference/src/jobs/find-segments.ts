import {
  type AudioSegment,
  defineJob,
  Endpointer,
  type EngineSettings,
  engineSettings,
  type FindSegmentsInput,
  type FindSegmentsOutput,
  type FoundSegment,
  isEarlySpeech,
  type JobContext,
  type ResumePoint,
  SAMPLE_RATE,
  SampleStore,
  type SegmentRequest,
  STRETCH,
  segmentInput,
  traced,
  WINDOW_SECONDS,
} from '@locutor/contract';
import { filledClip } from '../vad/filled-clip.ts';
import { SegmentRecheck } from '../vad/segment-recheck.ts';
import { sharedDetector } from '../vad/shared-detector.ts';
import type { SileroVad } from '../vad/silero.ts';
import { detectSpeechActivity } from '../vad/speech-activity.ts';
import { windowsOf } from '../vad/windows-of.ts';
import { chunksOf } from './decode-input.ts';
import type { SegmentRecognizer } from './recognize/segment-recognizer.ts';
import { sharedRecognizer } from './recognize-segment.ts';

/** Speech is detected after this much audio, in seconds. */
const DETECTION_DELAY = 2 * WINDOW_SECONDS;

/** The first segment is held back for at most this much audio without another one, in seconds. */
const HELD_SECONDS = 30;

interface Loaded {
  settings: EngineSettings;
  vad: SileroVad;
  recognizer: SegmentRecognizer;
}

type Context = JobContext<Loaded, AudioSegment>;
type WholeOrCut = AudioSegment & { whole: boolean };

/** Cuts audio into segments, which are recognised one by one; each is a partial result. */
export const findSegments = defineJob({
  kind: 'find-segments',

  async load(context) {
    const settings = engineSettings(context.settings);
    const vad = await sharedDetector(context);
    return { settings, vad, recognizer: await sharedRecognizer(context) };
  },

  async run(input: FindSegmentsInput, context: Context): Promise<FindSegmentsOutput> {
    const { recognize } = input;
    const { output, held } = await traced('listen', () => search(input, context));
    if (!held || !recognize) return output;
    return traced('recognize', () => recognizeHere(held, output, recognize, context));
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
  // If this process dies, the pool knows which segment it died of.
  emit({ ...segment, samples: new Float32Array(), own: { audioEnd, search } });
  const input = { ...segmentInput({ segment, audioEnd }, samples, request), isOnly: true };
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
  /** The highest probability of speech, and the sum of those of all windows. */
  #clearest = 0;
  #probability = 0;
  #windows = 0;
  #held: AudioSegment | undefined;

  constructor(input: FindSegmentsInput, context: Context) {
    this.#input = input;
    this.#context = context;
    this.#from = input.resume?.at ?? 0;
    this.#endpointer = new Endpointer(input.endpointer, input.resume, input.speakerChanges);
    this.#store = new SampleStore(this.#from);
    this.#recheck = new SegmentRecheck(context.loaded.vad.another(), context.checkpoint, {
      // The first segment and the start of speech have to be decided at once.
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
      const found = this.#endpointer.push(reading);
      this.#measure(this.#endpointer.latest);
      const ended = (await this.#check(found)) ?? this.#ended();
      if (ended) return this.#output(ended);
      this.#store.dropBefore(this.#endpointer.keepFrom);
      if (this.#held && this.#seconds - this.#held.end > HELD_SECONDS) this.#release();
      const resume =
        this.#seconds - this.#from >= (this.#input.stretch ?? STRETCH)
          ? this.#endpointer.resumePoint
          : undefined;
      if (resume) return this.#pause(resume);
    }
    const early = (await this.#check(this.#last())) ?? this.#emit(await this.#recheck.finish());
    return this.#output(early ?? this.#silentToTheEnd() ?? (chunks.truncated ? 'too-long' : 'end-of-audio'));
  }

  /** What is found at the end of the audio. */
  #last(): FoundSegment[] {
    const isFirst = this.#endpointer.complete === 0 && !this.#input.resume;
    const found = this.#endpointer.finish(this.#seconds);
    if (!isFirst) return found;
    const mean = this.#probability / Math.max(1, this.#windows);
    const seconds = this.#seconds;
    const samples = () => this.#store.slice(0, seconds);
    return filledClip(found, { seconds, clearest: this.#clearest, mean, samples });
  }

  #measure({ probability }: { probability: number }): void {
    this.#clearest = Math.max(this.#clearest, probability);
    this.#probability += probability;
    this.#windows += 1;
  }

  async #pause(resume: ResumePoint): Promise<FindSegmentsOutput> {
    const early = this.#emit(await this.#recheck.finish());
    if (early) return this.#output(early);
    this.#release();
    return { ...this.#output('paused'), resume: { ...resume, spoken: this.#recheck.spoken } };
  }

  async #check(found: readonly FoundSegment[]): Promise<'early-speech' | undefined> {
    for (const { audioEnd, ...segment } of found) {
      const samples = this.#store.slice(segment.audioStart, audioEnd);
      const early = this.#emit(await this.#recheck.add({ ...segment, samples }));
      if (early) return early;
      if (this.#segments === 0) this.#endpointer.forgetSpeech();
    }
    return undefined;
  }

  #emit(passed: readonly WholeOrCut[]): 'early-speech' | undefined {
    const { requireInitialSilence } = this.#input.endpointer;
    for (const { whole, ...segment } of passed) {
      if (this.#segments === 0 && requireInitialSilence && isEarlySpeech(segment)) return 'early-speech';
      this.#release();
      if (this.#segments === 0 && this.#input.recognize) this.#held = segment;
      else this.#context.emit(segment);
      this.#segments += 1;
    }
    return undefined;
  }

  /** Lets another process recognise the segment while this one looks for more. */
  #release(): void {
    if (this.#held) this.#context.emit(this.#held);
    this.#held = undefined;
  }

  #ended(): 'first-segment' | 'no-input' | undefined {
    const { firstOnly, resume } = this.#input;
    if (firstOnly && this.#foundAny && this.#endpointer.complete > (resume?.index ?? 0))
      return 'first-segment';
    return this.#timedOut(this.#endpointer.speechBegan ?? this.#endpointer.position - DETECTION_DELAY);
  }

  /** At the end of the audio it is certain that no speech began in the last windows. */
  #silentToTheEnd(): 'no-input' | undefined {
    return this.#timedOut(this.#seconds);
  }

  /** The timer fires after its whole time in silence; times are compared in milliseconds, the unit of the setting. */
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
