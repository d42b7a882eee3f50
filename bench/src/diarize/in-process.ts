import type { Diarization, EngineSettings } from '@locutor/contract';
import { processorMs } from '../graphs/sessions.ts';
import { jobContext, sharedModels } from '../job-context.ts';
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
    return new InProcessDiarizer(settings, await diarize.load!({ settings, shared: sharedModels() }));
  }

  async diarize(samples: Float32Array, voices = false): Promise<Diarization> {
    const context = jobContext(this.#settings, this.#loaded);
    const before = processorMs();
    let resume: Parameters<typeof diarize.run>[0]['resume'];
    for (;;) {
      const input = { audio: { samples }, count: ANY, voices, ...(resume && { resume }) };
      const output = await diarize.run(input, context as never);
      if (!output.paused) {
        this.spentMs += processorMs() - before;
        return output;
      }
      resume = output.resume;
    }
  }
}
