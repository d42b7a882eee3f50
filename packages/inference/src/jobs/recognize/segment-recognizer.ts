import {
  type BoundAlternative,
  type RecognizerName,
  type RecognizeSegmentInput,
  type RecognizeSegmentOutput,
  type SegmentAlternative,
  traced,
} from '@locutor/contract';
import type { SpeakerModelGetter } from '../../embed/shared-speaker-model.ts';
import type { Hypothesis } from '../../search/beam-search.ts';
import { BoundSearch } from '../../search/grammar/bound-search.ts';
import { readHypothesis } from '../../search/reading.ts';
import { hasSounds } from '../../sounds/has-sounds.ts';
import type { SoundReader } from '../../sounds/sound-reader.ts';
import { soundsLikeNothing } from '../../sounds/sounds-like-nothing.ts';
import { DecoderRun } from '../../speech/decoder-run.ts';
import type { NoiseSuppressor } from '../../speech/noise-suppressor.ts';
import type { SpeechModel } from '../../speech/speech-model.ts';
import type { SpeechModels } from '../../speech/speech-models.ts';
import { embedSegment, segmentDirection } from '../../traits/embed-segment.ts';
import type { EmotionReader } from '../../traits/emotion/emotion-reader.ts';
import { segmentStates } from '../../traits/segment-states.ts';
import { agreedCandidates, needsNoSecond } from './agreed-candidates.ts';
import { alternativesOf } from './alternatives.ts';
import { boundCandidate } from './bound-candidate.ts';
import type { DecodedSegment } from './decoded-segment.ts';
import { freeCandidates } from './free-candidates.ts';
import { type FreeSearch, type LoadedRecognizer, searchFreely } from './free-search.ts';
import { emptinessOf, isNoSpeech, UNINTELLIGIBLE } from './no-speech.ts';

/** What it works with, each loaded when it is first needed. */
interface Parts {
  models: SpeechModels;
  speakerModel: SpeakerModelGetter;
  emotions: EmotionReader;
  noiseSuppressor: () => Promise<NoiseSuppressor>;
  soundReader: () => Promise<SoundReader>;
}

/** Turns one segment of speech into text, in an engine process. */
export class SegmentRecognizer {
  readonly #models: SpeechModels;
  readonly #speakerModel: SpeakerModelGetter;
  readonly #runs = new WeakMap<SpeechModel, DecoderRun>();
  readonly #bound: BoundSearch;
  readonly #soundReader: () => Promise<SoundReader>;
  readonly #emotions: EmotionReader;
  readonly #noiseSuppressor: () => Promise<NoiseSuppressor>;

  constructor({ models, speakerModel, emotions, noiseSuppressor, soundReader }: Parts) {
    this.#bound = new BoundSearch(soundReader);
    this.#soundReader = soundReader;
    this.#models = models;
    this.#speakerModel = speakerModel;
    this.#emotions = emotions;
    this.#noiseSuppressor = noiseSuppressor;
  }

  async recognize(
    input: RecognizeSegmentInput,
    checkpoint: () => Promise<void>,
  ): Promise<RecognizeSegmentOutput> {
    const first = await this.#recognizer(input.model, checkpoint);
    try {
      return await this.#decode(first, input, checkpoint);
    } finally {
      first.run.end();
    }
  }

  async #soundOf({ samples, enhanced }: RecognizeSegmentInput): Promise<Float32Array> {
    return enhanced ? (await this.#noiseSuppressor()).soften(samples) : samples;
  }

  async #voiceOf({ input, prepared, encoded, checkpoint }: DecodedSegment) {
    const { voice: views, samples, speech, isFirst = false, isOnly = false } = input;
    if (!views) return undefined;
    await checkpoint();
    if (!encoded.inner) return embedSegment(samples, speech, views, await this.#speakerModel(), isFirst);
    const voice = segmentStates(encoded.inner, prepared, speech);
    if (!voice || isOnly) return voice;
    const direction = await segmentDirection(samples, speech, await this.#speakerModel());
    return { ...voice, ...(direction && { direction }) };
  }

  async #decode(
    first: LoadedRecognizer,
    input: RecognizeSegmentInput,
    checkpoint: () => Promise<void>,
  ): Promise<RecognizeSegmentOutput> {
    const sound = await this.#soundOf(input);
    const search = await searchFreely(first, sound, input, checkpoint);
    const { segment, impression, hypotheses, empty } = search;
    const { language, prepared } = segment;
    const found = { best: hypotheses[0], empty };
    const spoken = input.voice && (await traced('embed voice', () => this.#voiceOf(segment)));
    const voice = spoken && { voice: spoken };
    const emptiness = emptinessOf(impression, found, input.speech);
    const isText = !isNoSpeech(impression, found, input.speech);
    const bound = hypotheses[0]
      ? await this.#boundAlternatives(segment, hypotheses[0], { emptiness, isText })
      : [];
    if (!isText && bound.length === 0) return { language, alternatives: [], bound, ...voice };
    const emotion =
      input.emotion &&
      (await traced('read emotion', () => this.#emotions.read(prepared, input.speech, segment.encoded)));
    const isNoise =
      !isText || emptiness > UNINTELLIGIBLE || (emptiness > 0 && (await this.#soundsLikeNothing(search)));
    const alternatives = isNoise ? [] : await this.#freeAlternatives(search, sound);
    return { language, alternatives, bound, ...voice, ...(emotion && { emotion }) };
  }

  async #soundsLikeNothing({ segment, hypotheses: [best] }: FreeSearch): Promise<boolean> {
    if (!hasSounds(segment)) return false;
    const { model, encoded, language } = segment;
    const { text } = readHypothesis(model.vocabulary, best!, language, false);
    return soundsLikeNothing(await this.#soundReader(), encoded, text);
  }

  async #boundAlternatives(
    segment: DecodedSegment,
    free: Hypothesis,
    { emptiness, isText }: { emptiness: number; isText: boolean },
  ): Promise<BoundAlternative[]> {
    const { grammars, leastChance: _, ...others } = segment.input;
    if (!grammars || (!isText && !hasSounds(segment))) return [];
    // What is no text may still sound like a word: like one that is accepted where the caller asks for nothing else.
    const asked = isText ? segment : { ...segment, input: { ...others, grammars } };
    const accepted = await traced('search grammar', () =>
      this.#bound.find(asked, grammars, free, { emptiness, bySoundsOnly: !isText }),
    );
    const { input, checkpoint } = segment;
    const candidates = accepted.map((sentence) => boundCandidate(segment, sentence));
    const words = input.words === 'first' && input.leastChance === 0 ? 'all' : input.words;
    const all = { ...input, sentences: candidates.length, words };
    const alternatives = await alternativesOf(candidates, all, checkpoint);
    return alternatives.map((each, at) => ({ ...each, grammar: accepted[at]!.sentence.lm }));
  }

  async #freeAlternatives(search: FreeSearch, sound: Float32Array): Promise<SegmentAlternative[]> {
    const { input, language, checkpoint } = search.segment;
    const own = freeCandidates(search);
    if (!input.secondOpinion || needsNoSecond(own, input)) return alternativesOf(own, input, checkpoint);
    const second = await this.#recognizer(input.secondOpinion, checkpoint);
    try {
      const { emotion: _, voice: __, ...asked } = input;
      const other = await searchFreely(second, sound, { ...asked, language }, checkpoint);
      return await alternativesOf(await agreedCandidates(search, other), input, checkpoint);
    } finally {
      second.run.end();
    }
  }

  async #recognizer(name: RecognizerName, checkpoint: () => Promise<void>): Promise<LoadedRecognizer> {
    const model = await this.#models.get(name, checkpoint);
    const run = this.#runs.get(model) ?? new DecoderRun(model);
    this.#runs.set(model, run);
    return { model, run };
  }
}
