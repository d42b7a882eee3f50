import { defaultEndpointer, type EngineSettings, type RecognizeRequest } from '@locutor/contract';
import { type RecognitionPool, Recognizer } from '@locutor/engine';
import { processorMs } from '../graphs/sessions.ts';
import { sharedModels } from '../job-context.ts';
import {
  type AudioSegment,
  type FindSegmentsInput,
  findSegments,
  type RecognizeSegmentInput,
  recognizeSegment,
} from './engine-recognize.ts';

export type Kind = 'find-segments' | 'recognize-segment';

/**
 * What an engine process does, in this one: the jobs of the product one after the other, each with its processor
 * time. It stands in for a pool, so that the product's own Recognizer puts the results together.
 */
export class InProcessEngine {
  /** Processor milliseconds by kind of job. */
  readonly spent: Record<Kind, number> = { 'find-segments': 0, 'recognize-segment': 0 };
  /** Every segment that was found since this was last emptied. */
  readonly found: AudioSegment[] = [];
  readonly recognizer: Recognizer;
  readonly #context;
  readonly #loaded: { find: unknown; recognize: unknown };
  #last: Promise<unknown> = Promise.resolve();

  private constructor(settings: EngineSettings, loaded: { find: unknown; recognize: unknown }) {
    this.#loaded = loaded;
    this.#context = { settings, checkpoint: async () => {} };
    this.recognizer = new Recognizer(this as unknown as RecognitionPool);
  }

  static async load(settings: EngineSettings): Promise<InProcessEngine> {
    const context = { settings, shared: sharedModels() };
    return new InProcessEngine(settings, {
      find: await findSegments.load!(context),
      recognize: await recognizeSegment.load!(context),
    });
  }

  state() {
    return { processes: [{}] };
  }

  /** Jobs wait for the one before, as they do for a process. */
  run(
    kind: Kind,
    input: never,
    options: { signal: AbortSignal; onPartial?: (segment: AudioSegment) => void },
  ): Promise<unknown> {
    const job = this.#last.then(async () => {
      const start = processorMs();
      const context = { ...this.#context, signal: options.signal };
      const emit = (segment: AudioSegment) => {
        this.found.push(segment);
        options.onPartial?.(segment);
      };
      const output =
        kind === 'find-segments'
          ? await findSegments.run(apart(input), { ...context, emit, loaded: this.#loaded.find } as never)
          : await recognizeSegment.run(this.#placed(input), {
              ...context,
              loaded: this.#loaded.recognize,
            } as never);
      this.spent[kind] += processorMs() - start;
      return output;
    });
    this.#last = job.catch(() => {});
    return job;
  }

  /** The product recognises the only segment of an audio where it was found, and then knows that it is. */
  #placed(input: RecognizeSegmentInput): RecognizeSegmentInput {
    return this.found.length === 1 ? { ...input, isOnly: true } : input;
  }
}

/** Only segments are looked for, so that the time of that and of recognising a single one can be told apart. */
function apart(input: FindSegmentsInput): FindSegmentsInput {
  const { recognize: _, ...others } = input;
  return others;
}

/** Speech within a segment, in seconds from its begin. */
export function speechWithin({ samples, audioStart, speech }: AudioSegment): AudioSegment['speech'] {
  const within = (time: number) => Math.min(samples.length / 16_000, Math.max(0, time - audioStart));
  return speech.map((span) => ({ start: within(span.start), end: within(span.end) }));
}

export type Asked = Partial<Pick<RecognizeRequest, 'sentences' | 'words' | 'language' | 'secondOpinion'>>;

/** A request without any header. */
export function requestFor(
  audio: RecognizeRequest['audio'],
  model: RecognizeRequest['model'],
  asked: Asked = {},
): RecognizeRequest {
  return {
    audio,
    endpointer: defaultEndpointer,
    continuous: true,
    model,
    language: 'en',
    sentences: 1,
    words: 'first',
    written: false,
    ...asked,
  };
}
