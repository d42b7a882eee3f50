import type { EngineSettings } from '@locutor/contract';
import type { ModelStore } from '@locutor/models';
import { samplesOf } from '../corpora/samples.ts';
import { jobContext } from '../job-context.ts';
import { type Condition, changesOf } from './accuracy-conditions.ts';
import type { Recording } from './accuracy-recordings.ts';
import { embedSpeaker } from './engine-speakers.ts';

/** Nothing of a recording is left out for being too much. */
const ALL = { speechSeconds: Number.POSITIVE_INFINITY, utterances: Number.POSITIVE_INFINITY };

type EmbeddedUtterance = Awaited<ReturnType<typeof embedSpeaker.run>>['utterances'][number];

/** A recording, or half of one, as the engine embeds it. */
export interface EmbeddedRecording extends Recording {
  readonly condition: Condition;
  readonly part: Part;
  readonly utterances: readonly EmbeddedUtterance[];
  /** The numbers that the speaker model makes of it alone, as it is. */
  readonly plain: Uint8Array;
}

export type Part = 'whole' | 'first half' | 'second half';

/** What to embed of a recording. */
export interface EmbeddingTask {
  readonly condition: Condition;
  readonly inHalves?: boolean;
  /** As an enrolment is embedded, with a telephone copy. */
  readonly telephoneCopy?: boolean;
}

type Loaded = Awaited<ReturnType<NonNullable<typeof embedSpeaker.load>>>;

/** The engine's own job, in this process. */
export class Embedder {
  readonly #loaded: Loaded;
  readonly #settings: EngineSettings;

  private constructor(loaded: Loaded, settings: EngineSettings) {
    this.#loaded = loaded;
    this.#settings = settings;
  }

  static async load(store: ModelStore): Promise<Embedder> {
    await store.fetch(['silero-vad', 'speaker-embedding']);
    const settings: EngineSettings = {
      voiceActivityModel: store.path('silero-vad', 'vad.onnx'),
      speakerModel: store.path('speaker-embedding', 'embedding.ort'),
    };
    const loaded = await embedSpeaker.load!({ settings, shared: (_, create) => create() });
    return new Embedder(loaded, settings);
  }

  async embed(
    samples: Float32Array,
    telephoneCopy = false,
  ): Promise<Pick<EmbeddedRecording, 'utterances' | 'plain'>> {
    const context = jobContext(this.#settings, this.#loaded);
    const { utterances } = await embedSpeaker.run(
      { audio: { samples }, allowance: ALL, telephoneCopy },
      context,
    );
    const model = await this.#loaded.speaker();
    return { utterances, plain: new Uint8Array((await model.embed(samples)).buffer) };
  }

  /** The utterances with what the spoofing detector says of them. */
  async spoofing(samples: Float32Array): Promise<readonly EmbeddedUtterance[]> {
    const context = jobContext(this.#settings, this.#loaded);
    const input = { audio: { samples }, allowance: ALL, spoofing: true };
    return (await embedSpeaker.run(input, context)).utterances;
  }

  async *embedAll(
    recordings: readonly Recording[],
    tasksOf: (recording: Recording) => readonly EmbeddingTask[],
  ): AsyncGenerator<EmbeddedRecording, void, void> {
    const changes = { background: await changesOf('background'), test: await changesOf('test') };
    for (const recording of recordings) {
      const samples = await samplesOf(recording.file);
      for (const { condition, inHalves = false, telephoneCopy } of tasksOf(recording)) {
        const changed = await changes[recording.half][condition](samples, recording.file);
        for (const [part, some] of Object.entries(partsOf(changed, inHalves)) as [Part, Float32Array][]) {
          yield { ...recording, condition, part, ...(await this.embed(some, telephoneCopy)) };
        }
      }
    }
  }
}

function partsOf(samples: Float32Array, inHalves: boolean): Partial<Record<Part, Float32Array>> {
  const middle = Math.floor(samples.length / 2);
  const halves = { 'first half': samples.subarray(0, middle), 'second half': samples.subarray(middle) };
  return { whole: samples, ...(inHalves && halves) };
}
