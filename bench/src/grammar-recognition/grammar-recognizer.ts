import { defaultEndpointer } from '@locutor/engine';
import type { ModelStore } from '@locutor/models';
import { processorMs } from '../graphs/sessions.ts';
import {
  beamSearch,
  DecoderRun,
  prepareSamples,
  readHypothesis,
  type SpeechModel,
  SpeechModels,
  searchOptions,
} from '../recognize/engine-recognize.ts';
import { InProcessEngine } from '../recognize/in-process.ts';
import type { RecognizerName } from '../word-times/engine-align.ts';
import type { BenchGrammar } from './bench-grammar.ts';
import { acceptance, BoundSearch, type Found, type HeardSegment, type Hypothesis } from './engine-bound.ts';

/** Speech as a model recognizes it freely, ready to be searched for sentences of grammars. */
export interface FreeRecognition {
  segment: HeardSegment;
  hypothesis: Hypothesis;
  /** By how much no text at all is more probable than the free one. */
  emptiness: number;
  /** As plain text. */
  text: string;
  /** Processor time of encoder and free search. */
  freeMs: number;
}

export interface BoundRecognition {
  /** The best sentence, accepted or not; undefined where none is near. */
  found: Found | undefined;
  accepted: boolean;
  chance: number;
  boundMs: number;
}

/** One clip is one segment, whatever pauses it has. */
const endpointer = { ...defaultEndpointer, waitEnd: 10_000 };

/** The parts of the product that a recognition bound by grammars is made of, one by one. */
export class GrammarRecognizer {
  readonly name: RecognizerName;
  readonly #engine: InProcessEngine;
  readonly #model: SpeechModel;
  readonly #run: DecoderRun;
  #search = new BoundSearch();

  private constructor(name: RecognizerName, engine: InProcessEngine, model: SpeechModel) {
    this.name = name;
    this.#engine = engine;
    this.#model = model;
    this.#run = new DecoderRun(model);
  }

  static async load(store: ModelStore, modelsDir: string, name: RecognizerName): Promise<GrammarRecognizer> {
    const voiceActivityModel = store.path('silero-vad', 'vad.onnx');
    const engine = await InProcessEngine.load({ voiceActivityModel, modelsDir });
    return new GrammarRecognizer(name, engine, await new SpeechModels(store).get(name));
  }

  /** Undefined where no speech is found. */
  async recognize(clip: Float32Array, language = 'en'): Promise<FreeRecognition | undefined> {
    const { found } = this.#engine;
    found.length = 0;
    const input = { audio: { samples: clip }, endpointer, firstOnly: false };
    await this.#engine.run('find-segments', input as never, { signal: new AbortController().signal });
    const segment = found[0];
    if (!segment) return undefined;
    const { samples, audioStart } = segment;
    const speech = segment.speech.map(({ start, end }) => ({
      start: start - audioStart,
      end: end - audioStart,
    }));
    const start = processorMs();
    const prepared = prepareSamples(samples, speech, this.#model.edge);
    const encoded = await this.#model.encode(prepared.samples);
    const options = searchOptions(this.#model, language, { samples, sentences: 1, grammars: [] });
    let empty = Number.NEGATIVE_INFINITY;
    const onEmpty = (logProb: number) => {
      empty = logProb;
    };
    const [hypothesis] = await beamSearch(this.#run, this.#model, encoded, { ...options, onEmpty });
    const freeMs = processorMs() - start;
    const { prompt } = options;
    const search: HeardSegment = {
      model: this.#model,
      prepared,
      run: this.#run,
      encoded,
      language,
      prompt,
      input: { samples, speech, model: this.name, language, sentences: 1, words: 'none', written: false },
      checkpoint: async () => {},
    };
    const { text } = readHypothesis(this.#model.vocabulary, hypothesis!, language, false);
    const emptiness = Math.max(0, empty - hypothesis!.total);
    return { segment: search, hypothesis: hypothesis!, emptiness, text, freeMs };
  }

  async bind(
    { segment, hypothesis }: FreeRecognition,
    grammars: readonly BenchGrammar[],
  ): Promise<BoundRecognition> {
    const start = processorMs();
    const inputs = grammars.map(({ input }) => input);
    const [found] = await this.#search.sentences(segment, inputs, hypothesis);
    const boundMs = processorMs() - start;
    if (!found) return { found, accepted: false, chance: 0, boundMs };
    return { found, ...acceptance(hypothesis, found), boundMs };
  }

  /** The best single word of a grammar by several hearings; undefined where it may be a longer sentence. */
  async heardAgain(
    { segment, hypothesis }: FreeRecognition,
    grammar: BenchGrammar,
  ): Promise<Found | undefined> {
    return (await this.#search.heardAgain(segment, [grammar.input], hypothesis))[0];
  }

  /** As a process that has not used any grammar yet. */
  forget(): void {
    this.#search = new BoundSearch();
  }
}
