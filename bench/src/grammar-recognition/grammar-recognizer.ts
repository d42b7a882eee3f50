import { defaultEndpointer } from '@locutor/contract';
import type { ModelStore } from '@locutor/models';
import { processorMs } from '../graphs/sessions.ts';
import {
  beamSearch,
  DecoderRun,
  type PreparedSamples,
  prepareSamples,
  readHypothesis,
  type SpeechModel,
  SpeechModels,
  searchOptions,
} from '../recognize/engine-recognize.ts';
import { InProcessEngine } from '../recognize/in-process.ts';
import type { RecognizerName } from '../word-times/engine-align.ts';
import type { BenchGrammar } from './bench-grammar.ts';
import {
  acceptance,
  BoundSearch,
  emptinessOf,
  type Found,
  type Hypothesis,
  type SegmentSearch,
} from './engine-bound.ts';
import { SoundReader } from './engine-sounds.ts';

/** Speech as a model recognizes it freely, ready to be searched for sentences of grammars. */
export interface FreeRecognition {
  segment: SegmentSearch & { prepared: PreparedSamples };
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
  readonly #soundReader: Promise<SoundReader>;
  #search: BoundSearch;

  private constructor(name: RecognizerName, engine: InProcessEngine, model: SpeechModel) {
    this.name = name;
    this.#engine = engine;
    this.#model = model;
    this.#run = new DecoderRun(model);
    this.#soundReader = SoundReader.load();
    this.#search = new BoundSearch(() => this.#soundReader);
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
    const encoded = await this.#model.encode(prepared.samples, { inner: true });
    const options = searchOptions(this.#model, language, { samples, sentences: 1, grammars: [] });
    let empty = Number.NEGATIVE_INFINITY;
    const onEmpty = (logProb: number) => {
      empty = logProb;
    };
    const [hypothesis] = await beamSearch(this.#run, this.#model, encoded, { ...options, onEmpty });
    const freeMs = processorMs() - start;
    const { prompt } = options;
    const search = {
      model: this.#model,
      prepared,
      run: this.#run,
      encoded,
      language,
      prompt,
      input: {
        samples,
        speech,
        model: this.name,
        language,
        sentences: 1,
        words: 'none' as const,
        written: false,
      },
      checkpoint: async () => {},
    };
    const { text } = readHypothesis(this.#model.vocabulary, hypothesis!, language, false);
    const emptiness = emptinessOf(await this.#model.listen(encoded), { best: hypothesis, empty }, speech);
    return { segment: search, hypothesis: hypothesis!, emptiness, text, freeMs };
  }

  async bind(
    { segment, hypothesis, emptiness }: FreeRecognition,
    grammars: readonly BenchGrammar[],
  ): Promise<BoundRecognition> {
    const start = processorMs();
    const inputs = grammars.map(({ input }) => input);
    const [found] = await this.#search.judged(segment, inputs, hypothesis);
    const boundMs = processorMs() - start;
    if (!found) return { found, accepted: false, chance: 0, boundMs };
    return { found, ...acceptance(hypothesis, found, { emptiness }), boundMs };
  }

  /** As a process that has not used any grammar yet. */
  forget(): void {
    this.#search = new BoundSearch(() => this.#soundReader);
  }
}
