import type {
  RecognizeSegmentInput,
  RecognizeSegmentOutput,
  SegmentAlternative,
} from '../../contract/recognition.ts';
import { beamSearch } from '../../search/beam-search.ts';
import { distinctReadings, type Reading, readHypothesis } from '../../search/reading.ts';
import { searchOptions } from '../../search/search-options.ts';
import type { SpeakerModelGetter } from '../../speakers/shared-speaker-model.ts';
import { embedSegment } from '../../speakers/traits/embed-segment.ts';
import type { EmotionReader } from '../../speakers/traits/emotion/emotion-reader.ts';
import { DecoderRun } from '../../speech/decoder-run.ts';
import { prepareSamples } from '../../speech/prepare-samples.ts';
import type { SpeechModel } from '../../speech/speech-model.ts';
import type { SpeechModels } from '../../speech/speech-models.ts';
import { BoundSearch } from './bound-search.ts';
import { type Heard, timesOf } from './heard.ts';
import { isNoSpeech } from './no-speech.ts';
import { timingUnits } from './timing-units.ts';
import { wordScores } from './word-scores.ts';
import { timedWords } from './word-times.ts';

/** Turns one segment of speech into text, in an engine process. */
export class SegmentRecognizer {
  readonly #models: SpeechModels;
  readonly #speakerModel: SpeakerModelGetter;
  readonly #runs = new WeakMap<SpeechModel, DecoderRun>();
  readonly #bound = new BoundSearch();
  readonly #emotions: EmotionReader;

  constructor(models: SpeechModels, speakerModel: SpeakerModelGetter, emotions: EmotionReader) {
    this.#models = models;
    this.#speakerModel = speakerModel;
    this.#emotions = emotions;
  }

  async recognize(
    input: RecognizeSegmentInput,
    checkpoint: () => Promise<void>,
  ): Promise<RecognizeSegmentOutput> {
    const model = await this.#models.get(input.model, checkpoint);
    const run = this.#runOf(model);
    try {
      const output = await this.#hear(model, run, input, checkpoint);
      const voice = await this.#voiceOf(input, checkpoint);
      return { ...output, ...(voice && { voice }) };
    } finally {
      run.end();
    }
  }

  async #voiceOf({ voice, samples, speech }: RecognizeSegmentInput, checkpoint: () => Promise<void>) {
    if (!voice) return undefined;
    await checkpoint();
    return embedSegment(samples, speech, voice, await this.#speakerModel());
  }

  async #hear(
    model: SpeechModel,
    run: DecoderRun,
    input: RecognizeSegmentInput,
    checkpoint: () => Promise<void>,
  ): Promise<RecognizeSegmentOutput> {
    const prepared = prepareSamples(input.samples, input.speech);
    await checkpoint();
    const encoded = await model.encode(prepared.samples, { inner: input.emotion === true });
    await checkpoint();
    const impression = await model.listen(encoded);
    const language = input.language === 'auto' ? impression.language : input.language;
    const options = searchOptions(model, language, input);
    const hypotheses = await beamSearch(run, model, encoded, {
      ...options,
      ...(input.words !== 'none' && { heads: model.alignmentHeads }),
      checkpoint,
    });
    if (isNoSpeech(impression, hypotheses[0], input.speech)) return { language, alternatives: [], bound: [] };
    const { prompt } = options;
    const heard: Heard = { model, run, encoded, prepared, language, prompt, input, checkpoint };
    const bound = input.grammars ? await this.#bound.find(heard, input.grammars, hypotheses[0]!) : [];
    const emotion = input.emotion && (await this.#emotions.read(prepared, input.speech, encoded));
    const alternatives = await alternativesOf(heard, hypotheses);
    return { language, alternatives, bound, ...(emotion && { emotion }) };
  }

  #runOf(model: SpeechModel): DecoderRun {
    const known = this.#runs.get(model);
    if (known) return known;
    const run = new DecoderRun(model);
    this.#runs.set(model, run);
    return run;
  }
}

async function alternativesOf(
  heard: Heard,
  hypotheses: Awaited<ReturnType<typeof beamSearch>>,
): Promise<SegmentAlternative[]> {
  const { model, language, input, checkpoint } = heard;
  const readings = distinctReadings(
    hypotheses.map((hypothesis) => readHypothesis(model.vocabulary, hypothesis, language, input.written)),
  );
  const alternatives: SegmentAlternative[] = [];
  for (const reading of readings.slice(0, input.sentences)) {
    await checkpoint();
    const timed = input.words === 'all' || (input.words === 'first' && alternatives.length === 0);
    const alternative = await alternativeOf(heard, reading, readings[0]!, timed);
    // Less probable as a whole, so not more likely right: a phrase said twice is sure of every word.
    const most = alternatives.at(-1)?.score ?? 1;
    alternatives.push({ ...alternative, score: Math.min(alternative.score, most) });
  }
  return alternatives;
}

async function alternativeOf(
  heard: Heard,
  reading: Reading,
  best: Reading,
  timed: boolean,
): Promise<SegmentAlternative> {
  const scores = wordScores(heard.model.shape.family, reading, best.hypothesis);
  if (!timed) return { text: reading.text, score: scores.text, words: [] };
  const units = timingUnits(heard.model.vocabulary, reading.hypothesis.tokens, reading.source);
  const times = await timesOf(heard, reading.hypothesis, units);
  const timedUnits = units.map((unit, at) => ({ ...unit, ...times[at]! }));
  return {
    text: reading.text,
    score: scores.text,
    words: timedWords(reading.words, scores.words, timedUnits),
  };
}
