import type { Diarization, EngineSettings } from '@locutor/engine';
import { processorMs } from '../graphs/sessions.ts';
import { diarize } from './engine-diarization.ts';

const ANY = { least: 1, most: 20 };

type Loaded = Awaited<ReturnType<NonNullable<typeof diarize.load>>>;

/** The diarization job of an engine process, in this one, with the processor time it takes. */
export class InProcessDiarizer {
  readonly #settings: EngineSettings;
  readonly #loaded: Loaded;
  spentMs = 0;

  private constructor(settings: EngineSettings, loaded: Loaded) {
    this.#settings = settings;
    this.#loaded = loaded;
  }

  static async load(settings: EngineSettings): Promise<InProcessDiarizer> {
    const values = new Map<string, Promise<unknown>>();
    const shared = <T>(name: string, create: () => Promise<T>) => {
      const known = values.get(name) ?? create();
      values.set(name, known);
      return known as Promise<T>;
    };
    return new InProcessDiarizer(settings, await diarize.load!({ settings, shared }));
  }

  async diarize(samples: Float32Array): Promise<Diarization> {
    const context = {
      loaded: this.#loaded,
      settings: this.#settings,
      signal: new AbortController().signal,
      checkpoint: async () => {},
      emit: () => {},
    };
    const before = processorMs();
    let resume: Parameters<typeof diarize.run>[0]['resume'];
    for (;;) {
      const input = { audio: { samples }, count: ANY, ...(resume && { resume }) };
      const output = await diarize.run(input, context as never);
      if (!output.paused) {
        this.spentMs += processorMs() - before;
        return output;
      }
      resume = output.resume;
    }
  }
}
