import { InProcessEngine, speechWithin } from '../../bench/dist/recognize/in-process.js';
import { compare, comparedWords } from '../../bench/dist/word-errors.js';
import { defaultEndpointer } from '../../packages/contract/dist/index.js';
import {
  LEAST_TEXT,
  LEAST_WORD,
  wordScores,
} from '../../packages/inference/dist/jobs/recognize/word-scores.js';
import { beamSearch } from '../../packages/inference/dist/search/beam-search.js';
import { distinctReadings, readHypothesis } from '../../packages/inference/dist/search/reading.js';
import { searchOptions } from '../../packages/inference/dist/search/search-options.js';
import { DecoderRun } from '../../packages/inference/dist/speech/decoder-run.js';
import { prepareSamples } from '../../packages/inference/dist/speech/prepare-samples.js';
import { SpeechModels } from '../../packages/inference/dist/speech/speech-models.js';

/** Recognizes clips with the engine's own parts, and says of every word what its score is made of. */
export class WordScorer {
  #engine;
  #model;
  #run;

  static async load(store, name) {
    const scorer = new WordScorer();
    const voiceActivityModel = store.path('silero-vad', 'vad.onnx');
    scorer.#engine = await InProcessEngine.load({ voiceActivityModel, modelsDir: store.dir });
    scorer.#model = await new SpeechModels(store).get(name);
    scorer.#run = new DecoderRun(scorer.#model);
    return scorer;
  }

  /** `inputs` of the regression, whether the word is `right`, and what the engine says of it now: `said`. */
  async words(clip) {
    const found = [];
    for (const segment of await this.#segments(clip)) found.push(...(await this.#segmentWords(segment)));
    const said = comparedWords(clip.text);
    const { places, errors } = compare(
      said,
      found.map(({ text }) => comparedWords(text).join(' ')),
    );
    // Some recordings of numbers are not of the number they are labelled with.
    if (clip.file.includes('/Numbers/') && errors > said.length / 2) return [];
    return found.map((word, at) => ({ ...word, right: places[at] >= 0, half: clip.half }));
  }

  async #segments({ samples }) {
    this.#engine.found.length = 0;
    const input = { audio: { samples }, endpointer: defaultEndpointer, firstOnly: false };
    await this.#engine.run('find-segments', input, { signal: new AbortController().signal });
    return [...this.#engine.found];
  }

  async #segmentWords(segment) {
    const { samples } = segment;
    const model = this.#model;
    const speech = speechWithin(segment);
    const encoded = await model.encode(prepareSamples(samples, speech, model.edge).samples);
    const options = searchOptions(model, 'en', { samples, sentences: 1 });
    const hypotheses = await beamSearch(this.#run, model, encoded, options);
    const [reading] = distinctReadings(
      hypotheses.map((each) => readHypothesis(model.vocabulary, each, 'en', false)),
    );
    if (!reading) return [];
    const { logProbs } = reading.hypothesis;
    const mean = logProbs.reduce((sum, logProb) => sum + logProb, 0) / logProbs.length;
    const scores = wordScores(model.shape.family, reading);
    return reading.words.map(({ text, from, to }, at) => {
      const tokens = logProbs.slice(reading.source[from].from, reading.source[to - 1].to);
      const inputs = [Math.max(LEAST_WORD, Math.min(0, ...tokens)), Math.max(LEAST_TEXT, mean)];
      return { text, inputs, said: scores.words[at] };
    });
  }
}
