import type { HeardUtterance, VoiceProbe, VoiceScorer } from '@locutor/engine';
import type { Condition } from './accuracy-conditions.ts';
import type { HeardRecording } from './accuracy-hear.ts';
import { EMBEDDING, readVoice } from './engine-speakers.ts';

/** A way to compare voices. */
export interface Comparison {
  readonly enrol: (utterances: readonly HeardUtterance[]) => Uint8Array;
  readonly compare: (utterances: readonly HeardUtterance[]) => (enrolled: Uint8Array) => number;
}

/** How many recordings are enrolled and how many are tested, and what happened to each before. */
export interface Setup {
  readonly enrolled: number;
  readonly tested: number;
  readonly enrolledAs: Condition;
  readonly testedAs: Condition;
}

export interface Scores {
  /** Of the person who is enrolled. */
  readonly targets: Float64Array;
  /** Of others. */
  readonly impostors: Float64Array;
}

export function ours(scorer: VoiceScorer): Comparison {
  const probes = new WeakMap<readonly HeardUtterance[], VoiceProbe>();
  return {
    enrol: (utterances) => scorer.voiceprint(utterances),
    compare: (utterances) => {
      const probe = probes.get(utterances) ?? scorer.probe(utterances);
      probes.set(utterances, probe);
      return (enrolled) => scorer.score(probe, enrolled);
    },
  };
}

/** The reference: the cosine of averaged embeddings. */
export const plainCosine: Comparison = {
  enrol: (utterances) => new Uint8Array(averaged(utterances).buffer),
  compare: (utterances) => {
    const probe = averaged(utterances);
    return (enrolled) => cosine(probe, new Float64Array(enrolled.buffer));
  },
};

/**
 * Every person against every other. People have a number of recordings that are taken in turns, so that each is
 * enrolled and tested with; none is both in one trial.
 */
export function trials(heard: readonly HeardRecording[], setup: Setup, comparison: Comparison): Scores {
  const people = [...voicesByPerson(heard).values()];
  const targets: number[] = [];
  const impostors: number[] = [];
  const turns = Math.max(0, ...people.map((files) => files.length));
  for (let turn = 0; turn < turns; turn++) {
    const enrolled = people.map((files) => {
      const voices = inTurn(files, turn, setup.enrolled, setup.enrolledAs);
      return voices[0] && comparison.enrol(voices.flat());
    });
    for (const [tested, files] of people.entries()) {
      for (const utterances of tests(files, turn, setup)) {
        const score = comparison.compare(utterances);
        for (const [person, voiceprint] of enrolled.entries()) {
          if (voiceprint) (person === tested ? targets : impostors).push(score(voiceprint));
        }
      }
    }
  }
  return { targets: Float64Array.from(targets), impostors: Float64Array.from(impostors) };
}

type Voices = Partial<Record<Condition, readonly HeardUtterance[]>>;

const usables = new WeakMap<readonly HeardUtterance[], readonly HeardUtterance[]>();

/** The same array each time, so that what is made of it can be kept. */
function usableOf(utterances: readonly HeardUtterance[]): readonly HeardUtterance[] {
  const usable = usables.get(utterances) ?? utterances.filter(({ voice }) => voice);
  usables.set(utterances, usable);
  return usable;
}

/** What is usable of each recording, in every condition. */
function voicesByPerson(heard: readonly HeardRecording[]): Map<string, Voices[]> {
  const people = new Map<string, Map<string, Voices>>();
  for (const { speaker, file, condition, utterances } of heard) {
    const files = people.get(speaker) ?? new Map<string, Voices>();
    people.set(speaker, files);
    const usable = usableOf(utterances);
    if (usable.length > 0) files.set(file, { ...files.get(file), [condition]: usable });
  }
  return new Map([...people].map(([speaker, files]) => [speaker, [...files.values()]]));
}

/** So many recordings from the turn's on; none where there are not enough. */
function inTurn(
  files: readonly Voices[],
  turn: number,
  count: number,
  condition: Condition,
): (readonly HeardUtterance[])[] {
  if (turn >= files.length) return [];
  const voices = Array.from({ length: count }, (_, n) => files[(turn + n) % files.length]![condition]);
  return files.length > count && voices.every((each) => each !== undefined) ? voices : [];
}

/** Those that the turn does not enrol: one by one, or several together. */
function tests(files: readonly Voices[], turn: number, setup: Setup): (readonly HeardUtterance[])[] {
  if (turn >= files.length) return [];
  const rest = Array.from({ length: files.length - setup.enrolled }, (_, n) => {
    const file = files[(turn + setup.enrolled + n) % files.length]!;
    return file[setup.testedAs];
  }).filter((voices) => voices !== undefined);
  if (setup.tested === 1) return rest;
  return rest.length >= setup.tested ? [rest.slice(0, setup.tested).flat()] : [];
}

function averaged(utterances: readonly HeardUtterance[]): Float64Array {
  const sum = new Float64Array(EMBEDDING);
  for (const { voice } of utterances) {
    const { embedding } = readVoice(voice!)[0]!;
    for (let n = 0; n < EMBEDDING; n++) sum[n]! += embedding[n]!;
  }
  return sum;
}

function cosine(a: Float64Array, b: Float64Array): number {
  let [product, lengthA, lengthB] = [0, 0, 0];
  for (let n = 0; n < a.length; n++) {
    product += a[n]! * b[n]!;
    lengthA += a[n]! ** 2;
    lengthB += b[n]! ** 2;
  }
  return product / Math.sqrt(lengthA * lengthB);
}
