import type { UtteranceSound } from '@locutor/contract';
import { createEnginePool, Speakers, TextCheck } from '@locutor/engine';
import { defaultModelsDir, ModelStore } from '@locutor/models';
import { textGrammars } from './server-challenge.ts';

const ALL = { speechSeconds: 120, utterances: 20 };

/** The product's own path from audio to the answer, without HTTP. */
export class Checker {
  readonly #pool: ReturnType<typeof createEnginePool>;
  readonly #speakers: Speakers;
  readonly #texts: TextCheck;
  checks = 0;
  milliseconds = 0;

  private constructor(pool: ReturnType<typeof createEnginePool>) {
    this.#pool = pool;
    this.#speakers = new Speakers(pool);
    this.#texts = new TextCheck(pool);
  }

  static async start(): Promise<Checker> {
    const modelsDir = process.env.LOCUTOR_MODELS_DIR || defaultModelsDir();
    const store = new ModelStore({ dir: modelsDir });
    await store.fetch(['silero-vad', 'speaker-embedding', 'moonshine-base']);
    const pool = createEnginePool({
      processes: 1,
      settings: {
        voiceActivityModel: store.path('silero-vad', 'vad.onnx'),
        speakerModel: store.path('speaker-embedding', 'embedding.ort'),
        modelsDir,
        preload: ['moonshine-base'],
      },
    });
    await pool.start();
    return new Checker(pool);
  }

  /** The utterances that VERIFY would use; none where it would refuse the audio. */
  async utterances(samples: Float32Array): Promise<(UtteranceSound | undefined)[]> {
    const { utterances } = await this.#speakers.listen({ samples }, ALL, { sound: true });
    return utterances.filter(({ rejected }) => rejected === undefined).map(({ sound }) => sound);
  }

  async accepts(utterances: readonly (UtteranceSound | undefined)[], text: string): Promise<boolean> {
    const started = performance.now();
    const question = { ...textGrammars(text, 'en'), model: 'moonshine-base', language: 'en' } as const;
    const { said } = await this.#texts.check(utterances, question);
    this.milliseconds += performance.now() - started;
    this.checks += 1;
    return said;
  }

  stop(): Promise<void> {
    return this.#pool.drain({ timeoutMs: 0 });
  }
}
