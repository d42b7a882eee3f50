import type { EngineSettings, HeardUtterance, ModelStore } from '@locutor/engine';
import { samplesOf } from '../recognize/clip-sets.ts';
import { type Condition, changesOf } from './accuracy-conditions.ts';
import type { Recording } from './accuracy-recordings.ts';
import { hearSpeaker } from './engine-speakers.ts';

/** Nothing of a recording is left out for being too much. */
const ALL = { speechSeconds: Number.POSITIVE_INFINITY, utterances: Number.POSITIVE_INFINITY };

/** A recording as the engine heard it. */
export interface HeardRecording extends Recording {
  readonly condition: Condition;
  readonly utterances: readonly HeardUtterance[];
}

type Loaded = Awaited<ReturnType<NonNullable<typeof hearSpeaker.load>>>;

/** The engine's own job, in this process. */
export class Hearer {
  readonly #loaded: Loaded;
  readonly #settings: EngineSettings;

  private constructor(loaded: Loaded, settings: EngineSettings) {
    this.#loaded = loaded;
    this.#settings = settings;
  }

  static async load(store: ModelStore): Promise<Hearer> {
    await store.fetch(['silero-vad', 'speaker-embedding']);
    const settings: EngineSettings = {
      voiceActivityModel: store.path('silero-vad', 'vad.onnx'),
      speakerModel: store.path('speaker-embedding', 'embedding.ort'),
    };
    const loaded = await hearSpeaker.load!({ settings, shared: (_, create) => create() });
    return new Hearer(loaded, settings);
  }

  async hear(samples: Float32Array): Promise<readonly HeardUtterance[]> {
    const context = {
      loaded: this.#loaded,
      settings: this.#settings,
      signal: new AbortController().signal,
      checkpoint: async () => {},
      emit: () => {},
    };
    return (await hearSpeaker.run({ audio: { samples }, allowance: ALL }, context)).utterances;
  }

  /** Each recording after each of its conditions. */
  async *hearAll(
    recordings: readonly Recording[],
    conditionsOf: (recording: Recording, n: number) => readonly Condition[],
  ): AsyncGenerator<HeardRecording, void, void> {
    const changes = { background: await changesOf('background'), test: await changesOf('test') };
    for (const [n, recording] of recordings.entries()) {
      const samples = await samplesOf(recording.file);
      for (const condition of conditionsOf(recording, n)) {
        const changed = await changes[recording.half][condition](samples, recording.file);
        yield { ...recording, condition, utterances: await this.hear(changed) };
      }
    }
  }
}
