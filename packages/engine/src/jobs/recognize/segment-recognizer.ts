import type {
  BoundAlternative,
  RecognizeSegmentInput,
  RecognizeSegmentOutput,
} from '../../contract/recognition.ts';
import { beamSearch, type Hypothesis } from '../../search/beam-search.ts';
import { BoundSearch } from '../../search/grammar/bound-search.ts';
import { searchOptions } from '../../search/search-options.ts';
import type { SpeakerModelGetter } from '../../speakers/shared-speaker-model.ts';
import { embedSegment } from '../../speakers/traits/embed-segment.ts';
import type { EmotionReader } from '../../speakers/traits/emotion/emotion-reader.ts';
import { DecoderRun } from '../../speech/decoder-run.ts';
import { prepareSamples } from '../../speech/prepare-samples.ts';
import type { SpeechModel } from '../../speech/speech-model.ts';
import type { SpeechModels } from '../../speech/speech-models.ts';
import { alternativesOf } from './alternatives.ts';
import { boundCandidate } from './bound-candidate.ts';
import type { DecodedSegment } from './decoded-segment.ts';
import { freeCandidates } from './free-candidates.ts';
import { emptinessOf, isNoSpeech, UNINTELLIGIBLE } from './no-speech.ts';

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
      const output = await this.#decode(model, run, input, checkpoint);
      const voice = await this.#voiceOf(input, checkpoint);
      return { ...output, ...(voice && { voice }) };
    } finally {
      run.end();
    }
  }

  async #voiceOf(input: RecognizeSegmentInput, checkpoint: () => Promise<void>) {
    const { voice, samples, speech, isFirst = false } = input;
    if (!voice) return undefined;
    await checkpoint();
    return embedSegment(samples, speech, voice, await this.#speakerModel(), isFirst);
  }

  async #decode(
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
    let empty = Number.NEGATIVE_INFINITY;
    const hypotheses = await beamSearch(run, model, encoded, {
      ...options,
      ...(input.words !== 'none' && { heads: model.alignmentHeads }),
      onEmpty: (logProb) => {
        empty = logProb;
      },
      checkpoint,
    });
    const found = { best: hypotheses[0], empty };
    if (isNoSpeech(impression, found, input.speech)) return { language, alternatives: [], bound: [] };
    const { prompt } = options;
    const segment: DecodedSegment = { model, run, encoded, prepared, language, prompt, input, checkpoint };
    const emptiness = emptinessOf(impression, found, input.speech);
    const bound = await this.#boundAlternatives(segment, hypotheses[0]!, emptiness);
    const emotion = input.emotion && (await this.#emotions.read(prepared, input.speech, encoded));
    const texts = emptiness > UNINTELLIGIBLE ? [] : freeCandidates(segment, hypotheses);
    const alternatives = await alternativesOf(segment, texts);
    return { language, alternatives, bound, ...(emotion && { emotion }) };
  }

  async #boundAlternatives(
    segment: DecodedSegment,
    free: Hypothesis,
    emptiness: number,
  ): Promise<BoundAlternative[]> {
    const { grammars } = segment.input;
    if (!grammars) return [];
    const accepted = await this.#bound.find(segment, grammars, free, emptiness);
    const alternatives = await alternativesOf(segment, accepted.map(boundCandidate));
    return alternatives.map((each, at) => ({ ...each, grammar: accepted[at]!.sentence.lm }));
  }

  #runOf(model: SpeechModel): DecoderRun {
    const known = this.#runs.get(model);
    if (known) return known;
    const run = new DecoderRun(model);
    this.#runs.set(model, run);
    return run;
  }
}
