import { type EngineJobs, type SynthesizerName, voices } from '@locutor/contract';
import { createEnginePool, type EnginePool, synthesize } from '@locutor/engine';
import type { ModelStore } from '@locutor/models';
import { processorMsOf } from '../processor-time.ts';
import type { Speaker, Spoken } from './spoken.ts';

const RATE = 24_000;

export interface Said extends Spoken {
  voice: string;
}

/** The product: a pool with one engine process, as the server has it. */
export class LocutorSpeaker implements Speaker {
  readonly name: string;
  readonly languages = ['en', 'pt', 'es'];
  readonly #pool: EnginePool<EngineJobs>;
  readonly #model: SynthesizerName;

  private constructor(pool: EnginePool<EngineJobs>, model: SynthesizerName) {
    this.#pool = pool;
    this.#model = model;
    this.name = `Locutor, ${model}`;
  }

  static async start(store: ModelStore, model: SynthesizerName): Promise<LocutorSpeaker> {
    const settings = { voiceActivityModel: store.path('silero-vad', 'vad.onnx'), modelsDir: store.dir };
    const pool = createEnginePool({
      settings,
      processes: 1,
      defaultDeadlineMs: 3_600_000,
      progressMs: 600_000,
    });
    await pool.start();
    const speaker = new LocutorSpeaker(pool, model);
    // Models and dictionaries are loaded now, not within the first measurement.
    for (const language of speaker.languages) await speaker.say('One.', language);
    return speaker;
  }

  async say(text: string, language: string, volume = 1, options: SayOptions = {}): Promise<Said> {
    const voice = options.voice ?? defaultVoice(language);
    const [start, processor] = [performance.now(), this.#processorMs()];
    let firstMs = 0;
    const parts: Uint8Array[] = [];
    const speech = synthesize(this.#pool, {
      text,
      ssml: options.ssml ?? false,
      voice,
      language,
      rate: options.rate ?? 1,
      volume,
      model: this.#model,
      format: { codec: 'pcm', sampleRate: RATE, channels: 1, bitsPerSample: 16 },
    });
    for await (const part of speech) {
      if (parts.length === 0) firstMs = performance.now() - start;
      parts.push(part);
    }
    const totalMs = performance.now() - start;
    const processorMs = this.#processorMs() - processor;
    let at = 0;
    const joins = parts.map((part) => {
      at += part.length / 2;
      return at;
    });
    const times = { firstMs, totalMs, processorMs };
    return { voice, samples: samplesOf(parts), rate: RATE, ...times, joins: joins.slice(0, -1) };
  }

  /** Of the engine process, so far. */
  #processorMs(): number {
    const { pid } = this.#pool.state().processes[0]!;
    return pid === undefined ? 0 : processorMsOf(pid);
  }

  async stop(): Promise<void> {
    await this.#pool.drain({ timeoutMs: 0 });
  }
}

export interface SayOptions {
  voice?: string;
  rate?: number;
  ssml?: boolean;
}

function defaultVoice(language: string): string {
  return voices.find((voice) => voice.languages[0]!.startsWith(language))!.name;
}

function samplesOf(parts: readonly Uint8Array[]): Float32Array {
  const bytes = Buffer.concat(parts);
  return Float32Array.from({ length: bytes.length / 2 }, (_, at) => bytes.readInt16LE(2 * at) / 32_768);
}
