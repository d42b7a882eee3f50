import type { DecoderRun, Heads } from '../speech/decoder-run.ts';
import type { EncodedSpeech, SpeechModel } from '../speech/speech-model.ts';
import { type Guide, unguided } from './guide.ts';
import { beforeRepeats } from './repeats.ts';
import { type Candidate, topTokens } from './top-tokens.ts';

export interface Hypothesis {
  /** Without prompt and end. */
  tokens: number[];
  /** Of every token, and of the end behind them. */
  logProbs: number[];
  /** What hypotheses are ordered by: the log probability of the whole, bonuses included. */
  total: number;
  /** False where the text was cut off because it grew too long or went round in circles. */
  ended: boolean;
  /** Of the guide, after the last token. */
  state: unknown;
  /** What the heads that were asked for looked at when each token was decoded: by token, of all frames. */
  attention?: Float32Array[];
}

export interface SearchOptions {
  prompt: readonly number[];
  /** Most beams at a time. */
  beams: number;
  /** A beam this much less probable than the best is given up: where the model is sure, one beam is left. */
  prune: number;
  /**
   * A text that ends must be about as probable as the best that goes on, within so much. Totals of short and long texts
   * cannot be compared: half a text is more probable than the whole of it, if only its end was let through. Default 2.
   * With infinity every end is kept, however many beams go on.
   */
  endPrune?: number;
  /** Finished texts that are wanted; more may come. */
  hypotheses: number;
  /** Fewest and most tokens of a text. */
  minTokens: number;
  maxTokens: number;
  guide?: Guide;
  /** Heads whose attention is wanted. */
  heads?: Heads;
  /** A text less probable than this is of no use: what falls below is given up. */
  least?: number;
  /**
   * What a token adds to the text, so far as texts are told apart: of beams with the same text only the best goes on.
   * Alternatives would otherwise be one text in several spellings. Without it, beams differ if their tokens do.
   */
  textOf?: (token: number) => string;
  /** Gets the log probability of no text at all. */
  onEmpty?: (logProb: number) => void;
  /** Called before every step; a cancel throws here. */
  checkpoint?: () => Promise<void>;
}

/** Less probable tokens are not looked at. */
const LEAST_LOG_PROB = -25;

const LEAST_WITH_BONUS = -7;

const END_PRUNE = 2;

interface Beam {
  tokens: number[];
  logProbs: number[];
  /** Sum of log probabilities and bonuses. */
  total: number;
  state: unknown;
  /** The row of the last step that it goes on from. */
  parent: number;
  /** As `textOf` has it. */
  text: string;
  attention: Attended | undefined;
}

/** A beam with its next token, or with its end. */
interface Grown extends Beam {
  ends: boolean;
  /** What it has gained in advance, and loses if a hint breaks off. */
  pending: number;
}

/** What was looked at for the last token, and for those before it: beams share what they have in common. */
interface Attended {
  frames: Float32Array;
  before: Attended | undefined;
}

/**
 * The most probable texts of an encoded audio, best first. All beams of a step run as one batch, which reads the
 * weights once: five take twice the time of one.
 */
export async function beamSearch(
  run: DecoderRun,
  model: SpeechModel,
  encoded: EncodedSpeech,
  options: SearchOptions,
): Promise<Hypothesis[]> {
  const search = new Search(model, options);
  run.begin(encoded, options.heads);
  await options.checkpoint?.();
  let logProbs = await run.prompt(options.prompt);
  options.onEmpty?.(logProbs[model.shape.endToken]!);
  const attention = options.heads && ((row: number) => run.attention(row));
  let beams = search.extend([search.root], logProbs, attention);
  while (beams.length > 0 && !search.settled(beams)) {
    await options.checkpoint?.();
    logProbs = await run.step(
      beams.map(({ tokens }) => tokens.at(-1)!),
      beams.map(({ parent }) => parent),
    );
    beams = search.extend(beams, logProbs, attention);
  }
  return search.results();
}

class Search {
  readonly root: Beam;
  readonly #model: SpeechModel;
  readonly #options: SearchOptions;
  readonly #leastOfUse: number;
  readonly #guide: Guide;
  readonly #finished: Hypothesis[] = [];
  readonly #givenUp: Hypothesis[] = [];

  constructor(model: SpeechModel, options: SearchOptions) {
    this.#model = model;
    this.#options = options;
    this.#leastOfUse = options.least ?? Number.NEGATIVE_INFINITY;
    this.#guide = options.guide ?? unguided;
    const state = this.#guide.initial;
    this.root = { tokens: [], logProbs: [], total: 0, state, parent: 0, text: '', attention: undefined };
  }

  /** The beams one token on, best first. What ends here is put aside. */
  extend(beams: readonly Beam[], logProbs: Float32Array, attention?: (row: number) => Float32Array): Beam[] {
    const { vocabulary, endToken } = this.#model.shape;
    const { beams: width, prune, endPrune = END_PRUNE } = this.#options;
    const grown: Grown[] = [];
    for (const [row, beam] of beams.entries()) {
      const rowProbs = logProbs.subarray(row * vocabulary, (row + 1) * vocabulary);
      for (const { token, logProb, bonus } of this.#candidates(beam, rowProbs)) {
        const total = beam.total + logProb + bonus;
        const ends = token === endToken;
        const tokens = ends ? beam.tokens : [...beam.tokens, token];
        grown.push({
          tokens,
          logProbs: [...beam.logProbs, logProb],
          total,
          state: beam.state,
          parent: row,
          text: ends ? beam.text : beam.text + (this.#options.textOf?.(token) ?? ''),
          attention: beam.attention,
          ends,
          pending: ends ? 0 : this.#pendingAfter(beam, token),
        });
      }
    }
    const best = Math.max(...grown.map(earned));
    const least = Math.max(this.#leastOfUse, Math.max(best, this.#finished[0]?.total ?? best) - prune);
    const attended = remembered(attention);
    const next: Beam[] = [];
    /** The best of them go on, as many as there is room for; returns the others. */
    const admit = (ranked: readonly Grown[], worth: (one: Grown) => number): Grown[] => {
      const left: Grown[] = [];
      let room = width;
      for (const one of ranked) {
        const { ends, pending: _, ...beam } = one;
        if (ends && this.#keepsEnds) this.#finish(beam);
        else if (room === 0 || worth(one) < least) left.push(one);
        else if (ends && beam.total < best - endPrune) continue;
        else if (ends) this.#finish(beam);
        else if (!this.#isKnown(beam, next) && this.#goOn({ ...beam, attention: attended(beam) }, next))
          room -= 1;
      }
      return left;
    };
    const left = admit(
      grown.toSorted((a, b) => earned(b) - earned(a)),
      earned,
    );
    // Beams that hope for a hint have room of their own: with hints that nobody says, the right ones would be driven out.
    const hoping = left.filter(({ pending }) => pending > 0).sort((a, b) => b.total - a.total);
    admit(hoping, ({ total }) => total);
    return next;
  }

  get #keepsEnds(): boolean {
    return this.#options.endPrune === Number.POSITIVE_INFINITY;
  }

  /** Whether no beam can still become better than what is finished. */
  settled(beams: readonly Beam[]): boolean {
    const { hypotheses } = this.#options;
    if (this.#finished.length < hypotheses) return false;
    return Math.max(...beams.map(({ total }) => total)) <= this.#finished[hypotheses - 1]!.total;
  }

  /** What was given up counts only where nothing came to an end: something was said there, after all. */
  results(): Hypothesis[] {
    return this.#finished.length > 0 ? this.#finished : this.#givenUp.sort((a, b) => b.total - a.total);
  }

  #isKnown({ text }: Beam, better: readonly Beam[]): boolean {
    return this.#options.textOf !== undefined && better.some((beam) => beam.text === text);
  }

  #pendingAfter({ state }: Beam, token: number): number {
    return this.#guide.pending?.(this.#guide.advance(state, token)) ?? 0;
  }

  /** Whether it does. */
  #goOn(beam: Beam, next: Beam[]): boolean {
    const length = beforeRepeats(beam.tokens) ?? beam.tokens.length;
    if (length === beam.tokens.length && length < this.#options.maxTokens) {
      next.push({ ...beam, state: this.#guide.advance(beam.state, beam.tokens.at(-1)!) });
      return true;
    }
    const { tokens, logProbs, total, state } = beam;
    const kept = { tokens: tokens.slice(0, length), logProbs: logProbs.slice(0, length) };
    this.#givenUp.push({ ...kept, total, ended: false, state, ...attentionOf(beam, length) });
    return false;
  }

  #candidates(beam: Beam, logProbs: Float32Array): (Candidate & { bonus: number })[] {
    const { beams, minTokens } = this.#options;
    const { shape, suppressed, suppressedAtBegin } = this.#model;
    const { endToken } = shape;
    const begins = beam.tokens.length === 0;
    const tooShort = beam.tokens.length < minTokens;
    const forbidden = (token: number) =>
      (tooShort && token === endToken) || suppressed.has(token) || (begins && suppressedAtBegin.has(token));
    const { tokens, others } = this.#guide.choices(beam.state);
    const found: (Candidate & { bonus: number })[] = [];
    if (others !== undefined) {
      for (const candidate of topTokens(logProbs, beams + 1, LEAST_LOG_PROB, forbidden)) {
        if (!tokens.has(candidate.token)) found.push({ ...candidate, bonus: others });
      }
    }
    for (const [token, bonus] of tokens) {
      const logProb = logProbs[token]!;
      // A bonus helps words that the audio supports; it does not insert others.
      if (forbidden(token) || (bonus > 0 && logProb < LEAST_WITH_BONUS)) continue;
      found.push({ token, logProb, bonus });
    }
    if (tokens.size <= beams) return found;
    const favoured = found.filter(({ token }) => tokens.has(token));
    const probable = favoured.toSorted((a, b) => b.logProb - a.logProb).slice(0, beams + 1);
    const helped = favoured.toSorted((a, b) => b.logProb + b.bonus - a.logProb - a.bonus).slice(0, beams + 1);
    const ends = this.#keepsEnds ? favoured.filter(({ token }) => token === endToken) : [];
    return [
      ...found.filter(({ token }) => !tokens.has(token)),
      ...new Set([...probable, ...helped, ...ends]),
    ];
  }

  #finish(beam: Beam): void {
    const { tokens, logProbs, total, state } = beam;
    this.#finished.push({ tokens, logProbs, total, ended: true, state, ...attentionOf(beam, tokens.length) });
    this.#finished.sort((a, b) => b.total - a.total);
  }
}

function earned({ total, pending }: Grown): number {
  return total - pending;
}

/** Beams from one row share what it looked at. */
function remembered(attention: ((row: number) => Float32Array) | undefined) {
  const rows = new Map<number, Float32Array>();
  return ({ parent, attention: before }: Beam): Attended | undefined => {
    if (!attention) return undefined;
    const frames = rows.get(parent) ?? attention(parent);
    rows.set(parent, frames);
    return { frames, before };
  };
}

/** Of the first so many tokens. */
function attentionOf({ attention }: Beam, tokens: number): { attention?: Float32Array[] } {
  const found: Float32Array[] = [];
  for (let at = attention; at; at = at.before) found.push(at.frames);
  return found.length > 0 ? { attention: found.reverse().slice(0, tokens) } : {};
}
