import { type GrammarInput, isLittle, traced } from '@locutor/contract';
import { LRUCache } from 'lru-cache';
import { hasKnownSounds } from '../../sounds/has-sounds.ts';
import type { SoundReader } from '../../sounds/sound-reader.ts';
import { beamSearch, type Hypothesis, type SearchOptions } from '../beam-search.ts';
import { readHypothesis } from '../reading.ts';
import type { SegmentSearch } from '../segment-search.ts';
import { acceptance, leastLogProb, lossByLength } from './acceptance.ts';
import { isBelieved } from './believed-word.ts';
import { chooseSentence } from './choose-sentence.ts';
import { CompiledGrammars } from './compiled-grammars.ts';
import { distinctSentences, type Found } from './distinct-sentences.ts';
import { type BoundSentence, GrammarGuide, type GuideState } from './grammar-guide.ts';
import { GuideMemory } from './guide-memory.ts';
import { judgeSentences } from './judge-sentences.ts';
import { judgeWords } from './judge-words.ts';
import { accepts, plainSentences } from './plain-sentences.ts';
import { isUnsure, NEAR, nearestDistance, searchWidth } from './search-width.ts';
import { sentenceText } from './sentence-text.ts';
import { isSingleWord, singleWords } from './single-words.ts';
import { type SpokenSentence, spokenSentences } from './spoken-sentences.ts';
import type { BoundGrammar } from './threads.ts';

export type { SpokenSentence as Found };

/** A sentence of a grammar that was said, by all that is known. */
export interface AcceptedSentence extends Pick<Found, 'sentence' | 'hypothesis'> {
  /** The chance of being right, 0 to 1. */
  score: number;
}

/** A sentence may need more tokens than the free text, as letters do that were recognised as a word. */
const TIMES_FREE_TOKENS = 2;
const TOKENS_BESIDES = 8;
/** For any sentence at all: its end may be as improbable as it is where nobody said the sentence. */
const ANY_END = {
  beams: 4,
  prune: Number.POSITIVE_INFINITY,
  endPrune: Number.POSITIVE_INFINITY,
  most: Number.POSITIVE_INFINITY,
};
/** Of longer speech, some ten seconds, the sounds are not read: it would take too long. */
const MOST_FRAMES = 420;
/** Sentences that are returned where any will do. */
const MOST_SENTENCES = 10;
/** Memories of sets of grammars that are kept. */
const KEPT = 16;

export interface FindOptions {
  /** By how much no text at all is more probable than the free one, where that says something. */
  emptiness?: number;
  /** Only words that were judged by their sounds: the text is none. */
  bySoundsOnly?: boolean;
}

type Width = Pick<SearchOptions, 'beams' | 'prune' | 'endPrune' | 'textOf'>;

/** What was found by its text, and what it was looked for in. */
interface Asked {
  free: Hypothesis;
  freeText: string;
  found: readonly SpokenSentence[];
  grammars: readonly BoundGrammar[];
  memory: GuideMemory;
}

/** Finds what grammars accept of speech. */
export class BoundSearch {
  readonly #grammars = new CompiledGrammars();
  readonly #memories = new LRUCache<string, GuideMemory>({ max: KEPT });
  readonly #soundReader: () => Promise<SoundReader>;

  constructor(soundReader: () => Promise<SoundReader>) {
    this.#soundReader = soundReader;
  }

  /** Best first; none where what was said is more probably something else. */
  async find(
    segment: SegmentSearch,
    inputs: readonly GrammarInput[],
    free: Hypothesis,
    { emptiness = 0, bySoundsOnly = false }: FindOptions = {},
  ): Promise<AcceptedSentence[]> {
    const { leastChance, sentences } = segment.input;
    const found = await this.judged(segment, inputs, free);
    const [best] = found;
    if (!best || (bySoundsOnly && !best.wordLack)) return [];
    const { accepted, chance } = acceptance(free, best, { leastChance, emptiness });
    if (!accepted) return [];
    // Tags, which are not known here, may refuse the best: where any sentence will do, another one is asked for then.
    return found
      .slice(0, leastChance === 0 ? Math.max(sentences, MOST_SENTENCES) : sentences)
      .map(({ sentence, hypothesis, share }) => ({ sentence, hypothesis, score: chance * share }));
  }

  /** The most probable sentences of the grammars, best first; in English by their sounds as well. */
  async judged(
    segment: SegmentSearch,
    inputs: readonly GrammarInput[],
    free: Hypothesis,
  ): Promise<SpokenSentence[]> {
    const found = await this.sentences(segment, inputs, free);
    const [first] = found;
    const { model, language, encoded, input } = segment;
    if (!hasKnownSounds(segment) || encoded.frames > MOST_FRAMES) return found;
    const freeText = readHypothesis(model.vocabulary, free, language, false).text;
    const grammars = await this.#boundBy(inputs, language);
    const memory = this.#memory(model.shape.family, inputs);
    const asked = { free, freeText, found, grammars, memory };
    const isWord = isLittle(input.speech) && (!first || isSingleWord(first));
    if (first && sentenceText(first.sentence) === grammars[first.sentence.lm]!.grammar.written(freeText)) {
      if (isWord ? isBelieved(free, freeText) : !isUnsure(free)) return found;
    }
    return isWord ? this.#wordsBySounds(segment, asked) : this.#sentencesBySounds(segment, asked);
  }

  async #wordsBySounds(
    segment: SegmentSearch,
    { free, freeText, found, grammars, memory }: Asked,
  ): Promise<SpokenSentence[]> {
    const words = singleWords(grammars, memory);
    if (found.length === 0 && words.length === 0) return [];
    const reader = await this.#soundReader();
    const [own, phrases] = [found.filter(isSingleWord), found.filter((each) => !isSingleWord(each))];
    const judged = await traced('read sounds', () =>
      judgeWords(segment, reader, { free, freeText, found: own, words }),
    );
    return judged.length > 0 ? [...judged, ...behind(judged.at(-1)!, phrases)] : [...found];
  }

  async #sentencesBySounds(segment: SegmentSearch, asked: Asked): Promise<SpokenSentence[]> {
    const reader = await this.#soundReader();
    return traced('read sounds', () => judgeSentences(segment, reader, asked));
  }

  /** The most probable sentences of the grammars, best first, whatever was said. */
  async sentences(
    segment: SegmentSearch,
    inputs: readonly GrammarInput[],
    free: Hypothesis,
  ): Promise<SpokenSentence[]> {
    const { model, run, encoded, prompt, input, checkpoint, language } = segment;
    const grammars = await this.#boundBy(inputs, language);
    const memory = this.#memory(model.shape.family, inputs);
    const guide = new GrammarGuide(model.vocabulary, grammars, memory);
    const sentencesOf = (hypothesis: Hypothesis) => {
      const reading = readHypothesis(model.vocabulary, hypothesis, language, false);
      const whole = plainSentences(reading, grammars, memory);
      const guided = hypothesis.state ? guide.sentences(hypothesis.state as GuideState) : [];
      return grammars.flatMap(({ lm }) => {
        const ofGrammar = (each: BoundSentence) => each.lm === lm;
        return whole.find(ofGrammar) ?? chooseSentence(guided.filter(ofGrammar), reading.text) ?? [];
      });
    };
    const plain = (hypothesis: Hypothesis) =>
      readHypothesis(model.vocabulary, hypothesis, language, false).text;
    const freeText = plain(free);
    const freely = { ...free, state: guide.read(free) };
    const said = distinctSentences([freely], sentencesOf);
    const isSentence = (lm: number, words: readonly string[]) => accepts(grammars[lm]!, words, memory);
    const asSpoken = (found: readonly Found[]) =>
      spokenSentences(segment, found, { freeText, plain, isSentence });
    if (said.length > 0 && input.sentences === 1 && !isUnsure(free)) return asSpoken(said);
    const usual = free.tokens.length * TIMES_FREE_TOKENS + TOKENS_BESIDES;
    const search = ({ most = usual, ...beams }: Width & { most?: number }, least: number) =>
      beamSearch(run, model, encoded, {
        prompt,
        ...beams,
        hypotheses: 2 * input.sentences,
        minTokens: 1,
        maxTokens: Math.min(most, model.shape.maxTokens - prompt.length - 1),
        guide,
        least,
        ...(input.words !== 'none' && { heads: model.alignmentHeads }),
        checkpoint,
      });
    const near = nearestDistance(grammars, memory, freeText) < NEAR;
    const width = searchWidth(model.vocabulary, free, near);
    let hypotheses = await search(width, leastLogProb(free, { near, leastChance: input.leastChance }));
    if (input.leastChance === 0 && !hypotheses.some(({ ended }) => ended)) {
      hypotheses = await search({ ...width, ...ANY_END }, Number.NEGATIVE_INFINITY);
    }
    const text = free.tokens.join();
    const known = hypotheses.some(({ tokens }) => tokens.join() === text);
    const compared = hypotheses.map((each) => ({
      ...each,
      total: each.total - lossByLength(free, freeText, plain(each)),
    }));
    return asSpoken(distinctSentences(known ? compared : [freely, ...compared], sentencesOf));
  }

  #boundBy(inputs: readonly GrammarInput[], language: string): Promise<BoundGrammar[]> {
    return Promise.all(
      inputs.map(async (each, lm) => ({ lm, grammar: await this.#grammars.get(each), language })),
    );
  }

  #memory(family: string, inputs: readonly GrammarInput[]): GuideMemory {
    const key = [family, ...inputs.map((input) => input.key)].join('\n');
    const memory = this.#memories.get(key) ?? new GuideMemory();
    this.#memories.set(key, memory);
    return memory;
  }
}

/** Phrases were not judged by their sounds: they are alternatives behind the words that were. */
function behind({ share }: SpokenSentence, phrases: readonly SpokenSentence[]): SpokenSentence[] {
  return phrases.map((phrase) => ({ ...phrase, share: Math.min(share, phrase.share) }));
}
