import { defaultEndpointer, type EngineSettings, type SegmentVoice } from '@locutor/contract';
import type { ModelStore } from '@locutor/models';
import { Traits } from '@locutor/voices';
import { type AudioSegment, findSegments } from '../recognize/engine-recognize.ts';
import { InProcessEngine, requestFor, speechWithin } from '../recognize/in-process.ts';
import { Embedder } from '../verify/accuracy-embed.ts';
import { embedSegment, SpeakerModel } from './engine-traits.ts';

/** The voices that RECOGNIZE and VERIFY judge, from the engine's own parts in this process. */
export class ServedVoices {
  readonly traits = Traits.load();
  readonly #engine: InProcessEngine;
  readonly #embedder: Embedder;
  readonly #model: SpeakerModel;
  readonly #find: (samples: Float32Array) => Promise<AudioSegment[]>;

  private constructor(
    engine: InProcessEngine,
    embedder: Embedder,
    model: SpeakerModel,
    find: (samples: Float32Array) => Promise<AudioSegment[]>,
  ) {
    this.#engine = engine;
    this.#embedder = embedder;
    this.#model = model;
    this.#find = find;
  }

  static async load(store: ModelStore): Promise<ServedVoices> {
    const embedder = await Embedder.load(store);
    const settings: EngineSettings = {
      voiceActivityModel: store.path('silero-vad', 'vad.onnx'),
      speakerModel: store.path('speaker-embedding', 'embedding.ort'),
      modelsDir: store.dir,
    };
    const engine = await InProcessEngine.load(settings);
    const loaded = await findSegments.load!({ settings, shared: (_, create) => create() });
    const model = await SpeakerModel.load(store.path('speaker-embedding', 'embedding.ort'));
    return new ServedVoices(engine, embedder, model, async (samples) => {
      const found: AudioSegment[] = [];
      const input = { audio: { samples }, endpointer: defaultEndpointer, firstOnly: false };
      const signal = new AbortController().signal;
      const emit = (segment: AudioSegment) => found.push(segment);
      await findSegments.run(input, { loaded, settings, signal, checkpoint: async () => {}, emit });
      return found;
    });
  }

  /** Of every segment, as RECOGNIZE does for English: from the states of the recogniser's encoder. */
  async english(samples: Float32Array): Promise<SegmentVoice[]> {
    this.#engine.found.length = 0;
    const request = { ...requestFor({ samples }, 'moonshine-base'), voice: 'both' as const };
    const segments = await this.#engine.recognizer.recognize(request);
    return this.traits.pooled(segments.flatMap(({ voice }) => (voice ? [{ voice }] : [])));
  }

  /** Of every segment, as RECOGNIZE does with other models: embedded. */
  async others(samples: Float32Array): Promise<SegmentVoice[]> {
    const voices: { voice: SegmentVoice }[] = [];
    for (const segment of await this.#find(samples)) {
      const isFirst = segment.index === 0;
      const speech = speechWithin(segment);
      const voice = await embedSegment(segment.samples, speech, 'both', this.#model, isFirst);
      if (voice) voices.push({ voice });
    }
    return this.traits.pooled(voices);
  }

  /** Of all utterances together, as VERIFY does. */
  async verify(samples: Float32Array): Promise<SegmentVoice[]> {
    const voice = this.traits.voiceOf((await this.#embedder.embed(samples)).utterances);
    return voice ? [voice] : [];
  }
}
