import type { Turn } from './error-rate.ts';
import { type Person, RATE, type Utterance } from './people.ts';
import { seededRandom, shuffled } from './random.ts';

export interface Conversation {
  name: string;
  samples: Float32Array;
  turns: Turn[];
  /** The same with every utterance as one turn, its pauses included. */
  wholeTurns: Turn[];
  speakers: number;
}

export interface AssembleOptions {
  seed: number;
  speakers: number;
  /** Whether some begin before others end. */
  overlap: boolean;
  /** About so many seconds. */
  seconds: number;
}

/** Of the turns that begin before the one before ends, where there are some. */
const INTERRUPTING = 0.4;
/** Turns of two utterances by the same speaker. */
const LONGER = 0.3;

/** A conversation of people who never met: their utterances in turns, at levels of their own, in a quiet room. */
export function assemble(people: readonly Person[], options: AssembleOptions): Conversation {
  const random = seededRandom(options.seed);
  const between = (least: number, most: number) => least + (most - least) * random();
  const chosen = shuffled(people, random).slice(0, options.speakers);
  const left = chosen.map(({ utterances }) => shuffled(utterances, random));
  const gains = chosen.map(() => 10 ** (between(-4, 4) / 20));
  const placed: { at: number; speaker: number; utterance: Utterance }[] = [];
  const turns: Turn[] = [];
  const wholeTurns: Turn[] = [];
  const say = (speaker: number, at: number): number => {
    const utterance = left[speaker]!.pop()!;
    placed.push({ at, speaker, utterance });
    const turn = (start: number, end: number): Turn => ({
      start: at + start,
      end: at + end,
      speaker: chosen[speaker]!.name,
    });
    turns.push(...utterance.speech.map(({ start, end }) => turn(start, end)));
    wholeTurns.push(turn(utterance.speech[0]!.start, utterance.speech.at(-1)!.end));
    return at + utterance.samples.length / RATE;
  };
  let [at, before, last] = [between(0.2, 1), 0, -1];
  while (at < options.seconds || placed.length < 2 * options.speakers) {
    const silent = chosen.map((_, n) => n).filter((n) => left[n]!.length > 0);
    const others = silent.filter((n) => n !== last);
    const able = others.length > 0 ? others : silent;
    if (able.length === 0) break;
    // Who has not spoken yet comes first, so that everybody does.
    const quiet = able.filter((n) => !placed.some(({ speaker }) => speaker === n));
    const from = quiet.length > 0 && random() < 0.6 ? quiet : able;
    const speaker = from[Math.floor(random() * from.length)]!;
    let end = say(speaker, at);
    if (left[speaker]!.length > 1 && random() < LONGER) end = say(speaker, end + between(0.1, 0.5));
    [before, last] = [at, speaker];
    const interrupted = options.overlap && options.speakers > 1 && random() < INTERRUPTING;
    at = interrupted ? end - Math.min(between(0.3, 1.5), (end - before) / 2) : end + between(0.05, 1);
  }
  const length = Math.ceil((Math.max(...turns.map(({ end }) => end)) + 0.5) * RATE);
  const samples = Float32Array.from({ length }, () => 0.0005 * (random() + random() + random() - 1.5));
  for (const { at, speaker, utterance } of placed) {
    const first = Math.round(at * RATE);
    const own = utterance.samples.subarray(0, length - first);
    for (let n = 0; n < own.length; n++) samples[first + n]! += gains[speaker]! * own[n]!;
  }
  const name = `${options.speakers} speakers${options.overlap ? ', overlapping' : ''}, seed ${options.seed}`;
  return { name, samples, turns, wholeTurns, speakers: chosen.length };
}
