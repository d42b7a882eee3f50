import type { RecognizedSegment, RecognizedWord } from '@locutor/contract';
import type { ModelStore } from '@locutor/models';
import type { RecognizerName } from '../word-times/engine-align.ts';
import { type SpeechModel, SpeechModels } from './engine-recognize.ts';
import { type Asked, InProcessEngine, requestFor } from './in-process.ts';
import { openReference, type Reference, totalMs } from './reference.ts';

export interface Recognition {
  text: string;
  words: RecognizedWord[];
  segments: RecognizedSegment[];
  /** What voice activity found of speech. */
  speechSeconds: number;
  findMs: number;
  recognizeMs: number;
}

/** One model, twice: the product's pipeline and the reference loop. */
export class Pair {
  readonly name: RecognizerName;
  readonly engine: InProcessEngine;
  readonly reference: Reference;
  readonly model: SpeechModel;

  private constructor(
    name: RecognizerName,
    model: SpeechModel,
    engine: InProcessEngine,
    reference: Reference,
  ) {
    this.name = name;
    this.model = model;
    this.engine = engine;
    this.reference = reference;
  }

  static async load(store: ModelStore, modelsDir: string, name: RecognizerName): Promise<Pair> {
    const voiceActivityModel = store.path('silero-vad', 'vad.onnx');
    const engine = await InProcessEngine.load({ voiceActivityModel, modelsDir, preload: [name] });
    const model = await new SpeechModels(store).get(name);
    return new Pair(name, model, engine, await openReference(store, name, model));
  }

  async recognize(samples: Float32Array, asked: Asked = {}): Promise<Recognition> {
    const { engine } = this;
    const before = { ...engine.spent };
    engine.found.length = 0;
    const segments = await engine.recognizer.recognize(requestFor({ samples }, this.name, asked));
    const best = segments.flatMap(({ alternatives }) => alternatives[0] ?? []);
    return {
      text: best.map(({ text }) => text).join(' '),
      words: best.flatMap(({ words }) => words),
      segments,
      speechSeconds: engine.found
        .flatMap(({ speech }) => speech)
        .reduce((sum, { start, end }) => sum + end - start, 0),
      findMs: engine.spent['find-segments'] - before['find-segments'],
      recognizeMs: engine.spent['recognize-segment'] - before['recognize-segment'],
    };
  }

  async decodeReference(samples: Float32Array, language = 'en'): Promise<{ text: string; ms: number }> {
    const decoded = await this.reference.run(samples, language);
    return { text: this.reference.text(decoded), ms: totalMs(decoded) };
  }
}
