import { beamSearch, type Hypothesis } from '../decode/beam-search.ts';
import { type Heard, timesOf } from '../recognize/heard.ts';
import { readHypothesis } from '../recognize/reading.ts';
import type { BoundAlternative, GrammarInput } from '../recognize/types.ts';
import { VOICE_RATE } from '../voice/silero.ts';
import { acceptance } from './acceptance.ts';
import { spreadTimes, wordGroups } from './bound-words.ts';
import { chooseSentence } from './choose-sentence.ts';
import { CompiledGrammars } from './compiled-grammars.ts';
import { type BoundSentence, GrammarGuide, type GuideState } from './grammar-guide.ts';
import { GuideMemory } from './guide-memory.ts';
import type { BoundGrammar } from './threads.ts';

/** Spelled letters and numbers take more tokens than running speech. */
const TOKENS_PER_SECOND = 10;
const TOKENS_BESIDES = 16;
const BEAMS = { beams: 6, prune: 6 };
/** Memories of sets of grammars that are kept. */
const KEPT = 16;

/** A sentence of a grammar, as probable as all the ways to write it together. */
interface Found {
  sentence: BoundSentence;
  hypothesis: Hypothesis;
  logProb: number;
}

/** Finds what grammars accept of speech. */
export class BoundSearch {
  readonly #grammars = new CompiledGrammars();
  readonly #memories = new Map<string, GuideMemory>();

  /** Best first; none where what was said is more probably something else. */
  async find(heard: Heard, inputs: readonly GrammarInput[], free: Hypothesis): Promise<BoundAlternative[]> {
    const { model, run, encoded, prompt, input, checkpoint, language } = heard;
    const grammars: BoundGrammar[] = [];
    for (const [lm, each] of inputs.entries()) {
      grammars.push({ lm, grammar: await this.#grammars.get(each), language });
    }
    const guide = new GrammarGuide(model.vocabulary, grammars, this.#memory(model.shape.family, inputs));
    const seconds = input.samples.length / VOICE_RATE;
    const most = Math.ceil(seconds * TOKENS_PER_SECOND) + TOKENS_BESIDES;
    const hypotheses = await beamSearch(run, model, encoded, {
      prompt,
      ...BEAMS,
      hypotheses: 2 * input.sentences,
      minTokens: 1,
      maxTokens: Math.min(most, model.shape.maxTokens - prompt.length - 1),
      guide,
      checkpoint,
    });
    const found = distinctSentences(heard, guide, hypotheses);
    return this.#accepted(heard, found, free);
  }

  async #accepted(heard: Heard, found: readonly Found[], free: Hypothesis): Promise<BoundAlternative[]> {
    const { input, checkpoint } = heard;
    if (found.length === 0) return [];
    const all = found.reduce((sum, { logProb }) => sum + Math.exp(logProb - found[0]!.logProb), 0);
    const { accepted, chance } = acceptance(free, found[0]!.logProb);
    if (!accepted) return [];
    const alternatives: BoundAlternative[] = [];
    for (const each of found.slice(0, input.sentences)) {
      await checkpoint();
      const score = (chance * Math.exp(each.logProb - found[0]!.logProb)) / all;
      const timed = input.words === 'all' || (input.words === 'first' && alternatives.length === 0);
      alternatives.push(await alternativeOf(heard, each, score, timed));
    }
    return alternatives;
  }

  #memory(family: string, inputs: readonly GrammarInput[]): GuideMemory {
    const key = [family, ...inputs.map((input) => input.key)].join('\n');
    const memory = this.#memories.get(key) ?? new GuideMemory();
    this.#memories.delete(key);
    this.#memories.set(key, memory);
    const [oldest] = this.#memories.keys();
    if (this.#memories.size > KEPT) this.#memories.delete(oldest!);
    return memory;
  }
}

function distinctSentences(heard: Heard, guide: GrammarGuide, hypotheses: readonly Hypothesis[]): Found[] {
  const best = hypotheses[0]?.total ?? 0;
  const found = new Map<string, Omit<Found, 'logProb'> & { probability: number }>();
  for (const hypothesis of hypotheses) {
    if (!hypothesis.ended) continue;
    const { text: plain } = readHypothesis(heard.model.vocabulary, hypothesis, heard.language, false);
    const sentence = chooseSentence(guide.sentences(hypothesis.state as GuideState), plain);
    if (!sentence) continue;
    const key = `${sentence.lm} ${sentence.words.map(({ word }) => word).join(' ')}`;
    const probability = Math.exp(hypothesis.total - best);
    const known = found.get(key);
    if (known) known.probability += probability;
    else found.set(key, { sentence, hypothesis, probability });
  }
  return [...found.values()]
    .map(({ probability, ...each }) => ({ ...each, logProb: best + Math.log(probability) }))
    .sort((a, b) => b.logProb - a.logProb);
}

async function alternativeOf(
  heard: Heard,
  { sentence, hypothesis }: Found,
  score: number,
  timed: boolean,
): Promise<BoundAlternative> {
  const text = sentence.words.map(({ word }) => word).join(' ');
  if (!timed) return { grammar: sentence.lm, text, score, words: [] };
  const groups = wordGroups(sentence);
  const times = await timesOf(heard, hypothesis.tokens, groups);
  const words = spreadTimes(groups, times).map(({ group: _, ...word }) => ({ ...word, score }));
  return { grammar: sentence.lm, text, score, words };
}
