import { type Corpus, recordings } from '../corpora/recordings.ts';
import { samplesOf } from '../corpora/samples.ts';
import { partOf } from '../corpora/speakers.ts';
import { SileroVad, speechSpans } from './engine-diarization.ts';

export const RATE = 16_000;
const WINDOW = 512;
/** Kept around the speech of a clip, in seconds. */
const EDGE = 0.1;
/** A shorter part of a clip is no utterance of its own. */
const SHORTEST_PART = 1.5;
/** Milliseconds: longer pauses are no speech, and even shorter ones separate phrases. */
const PAUSE = 300;
const SHORT_PAUSE = 96;

interface Span {
  start: number;
  end: number;
}

/** Something that one person says, with where in it the person speaks. */
export interface Utterance {
  samples: Float32Array;
  speech: Span[];
}

export interface Person {
  name: string;
  utterances: Utterance[];
}

/** The segmentation network was not trained on these: the rule is that of `training/diarization`. */
export function isHeldOut(speaker: string): boolean {
  return partOf(speaker, 'diarize ', 5) === 0;
}

/** Thresholds of diarization are chosen with one half of the held-out people; the other half is reported on. */
export type Half = 'tuned' | 'reported';

function halfOf(speaker: string): Half {
  return partOf(speaker, 'half ', 2) === 0 ? 'tuned' : 'reported';
}

/** Half of the people of a corpus that the network was not trained on; none where the recordings are not here. */
export async function heldOutPeople(corpus: Corpus, half: Half, vadModel: string): Promise<Person[]> {
  const voice = await SileroVad.load(vadModel);
  const people = new Map<string, Person>();
  for (const { file, speaker } of recordings(corpus)) {
    const name = `${corpus} ${speaker}`;
    if (!isHeldOut(name) || halfOf(name) !== half) continue;
    const utterances = await utterancesOf(await samplesOf(file), voice);
    const person = people.get(name) ?? { name, utterances: [] };
    person.utterances.push(...utterances);
    people.set(name, person);
  }
  return [...people.values()].filter(({ utterances }) => utterances.length > 1);
}

/** A clip without the silence around it, in two at its pause nearest to the middle if it is long. */
async function utterancesOf(samples: Float32Array, voice: SileroVad): Promise<Utterance[]> {
  const probabilities = await speechProbabilities(samples, voice);
  const seconds = samples.length / RATE;
  const spans = (minSilenceMs: number) =>
    speechSpans(probabilities, WINDOW / RATE, seconds, { threshold: 0.4, minSilenceMs, paddingMs: 30 });
  const cut = middlePause(spans(SHORT_PAUSE));
  return [
    { from: 0, to: cut ?? seconds },
    { from: cut ?? seconds, to: seconds },
  ].flatMap(({ from, to }) => {
    const speech = spans(PAUSE)
      .map(({ start, end }) => ({ start: Math.max(start, from), end: Math.min(end, to) }))
      .filter(({ start, end }) => end > start);
    return speech.length > 0 ? [utterance(samples, speech, from, to)] : [];
  });
}

function utterance(samples: Float32Array, speech: Span[], least: number, most: number): Utterance {
  const from = Math.max(least, speech[0]!.start - EDGE);
  const to = Math.min(most, speech.at(-1)!.end + EDGE);
  return {
    samples: leveled(samples.slice(Math.round(from * RATE), Math.round(to * RATE))),
    speech: speech.map(({ start, end }) => ({ start: start - from, end: end - from })),
  };
}

/** Where to cut a clip in two, or undefined if a part would be short. */
function middlePause(speech: readonly Span[]): number | undefined {
  const [first, last] = [speech[0]?.start ?? 0, speech.at(-1)?.end ?? 0];
  const middle = (first + last) / 2;
  return speech
    .slice(1)
    .map(({ start }, n) => (speech[n]!.end + start) / 2)
    .filter((pause) => pause - first > SHORTEST_PART && last - pause > SHORTEST_PART)
    .sort((a, b) => Math.abs(a - middle) - Math.abs(b - middle))[0];
}

async function speechProbabilities(samples: Float32Array, voice: SileroVad): Promise<number[]> {
  const level = leveled(samples);
  const windows = Array.from({ length: Math.ceil(level.length / WINDOW) }, (_, n) =>
    level.subarray(n * WINDOW, (n + 1) * WINDOW),
  );
  voice.reset();
  const all: number[] = [];
  for (let n = 0; n < windows.length; n += 32)
    all.push(...(await voice.probabilities(windows.slice(n, n + 32))));
  return all;
}

function leveled(samples: Float32Array): Float32Array {
  const power = samples.reduce((sum, each) => sum + each * each, 0) / Math.max(1, samples.length);
  const gain = power > 0 ? 0.07 / Math.sqrt(power) : 1;
  return samples.map((each) => each * gain);
}
