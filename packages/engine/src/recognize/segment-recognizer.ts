import { alignWords } from '../align/index.ts';
import { beamSearch } from '../decode/beam-search.ts';
import { DecoderRun } from '../decode/decoder-run.ts';
import type { EncodedSpeech, SpeechModel } from '../speech/speech-model.ts';
import type { SpeechModels } from '../speech/speech-models.ts';
import { VOICE_RATE } from '../voice/silero.ts';
import { isNoSpeech } from './no-speech.ts';
import { type PreparedSamples, prepareSamples } from './prepare-samples.ts';
import { distinctReadings, type Reading, readHypothesis } from './reading.ts';
import { searchOptions } from './search-options.ts';
import { timingUnits } from './timing-units.ts';
import type { RecognizeSegmentInput, RecognizeSegmentOutput, SegmentAlternative } from './types.ts';
import { wordScores } from './word-scores.ts';
import { type TimedUnit, timedWords } from './word-times.ts';

/** One segment on its way through a model. */
interface Heard {
  model: SpeechModel;
  run: DecoderRun;
  encoded: EncodedSpeech;
  prepared: PreparedSamples;
  prompt: readonly number[];
  input: RecognizeSegmentInput;
}

/** Turns one segment of speech into text, in an engine process. */
export class SegmentRecognizer {
  readonly #models: SpeechModels;
  readonly #runs = new WeakMap<SpeechModel, DecoderRun>();

  constructor(models: SpeechModels) {
    this.#models = models;
  }

  async recognize(
    input: RecognizeSegmentInput,
    checkpoint: () => Promise<void>,
  ): Promise<RecognizeSegmentOutput> {
    const model = await this.#models.get(input.model);
    const prepared = prepareSamples(input.samples);
    await checkpoint();
    const encoded = await model.encode(prepared.samples);
    await checkpoint();
    const impression = await model.listen(encoded);
    const language = input.language === 'auto' ? impression.language : input.language;
    const run = this.#runOf(model);
    const options = searchOptions(model, language, input);
    const hypotheses = await beamSearch(run, model, encoded, { ...options, checkpoint });
    if (isNoSpeech(impression, hypotheses[0])) return { language, alternatives: [] };
    const readings = distinctReadings(
      hypotheses.map((hypothesis) => readHypothesis(model.vocabulary, hypothesis, language, input.written)),
    );
    const heard = { model, run, encoded, prepared, prompt: options.prompt, input };
    const alternatives: SegmentAlternative[] = [];
    for (const reading of readings.slice(0, input.sentences)) {
      await checkpoint();
      const timed = input.words === 'all' || (input.words === 'first' && alternatives.length === 0);
      const scores = wordScores(model.shape.family, reading);
      const units = timed ? await timeUnits(heard, reading) : undefined;
      alternatives.push({
        text: reading.text,
        score: scores.text,
        words: units ? timedWords(reading.words, scores.words, units) : [],
      });
    }
    return { language, alternatives };
  }

  #runOf(model: SpeechModel): DecoderRun {
    const known = this.#runs.get(model);
    if (known) return known;
    const run = new DecoderRun(model);
    this.#runs.set(model, run);
    return run;
  }
}

/** When what the model wrote was said, in seconds from the start of the segment. */
async function timeUnits(heard: Heard, { hypothesis, source }: Reading): Promise<TimedUnit[]> {
  const { model, run, encoded, prepared, prompt, input } = heard;
  const lead = prepared.lead / VOICE_RATE;
  const seconds = input.samples.length / VOICE_RATE;
  const within = (time: number) => Math.min(Math.max(time - lead, 0), seconds);
  const units = timingUnits(model.vocabulary, hypothesis.tokens, source);
  const times = await alignWords(run, model, encoded, {
    prompt,
    tokens: hypothesis.tokens,
    words: units,
    samples: prepared.samples,
    speech: input.speech.map(({ start, end }) => ({ start: start + lead, end: end + lead })),
  });
  return units.map((unit, at) => ({ ...unit, start: within(times[at]!.start), end: within(times[at]!.end) }));
}
