import type { VoiceProbe, VoiceScorer } from '@locutor/voices';
import type { Condition } from './accuracy-conditions.ts';
import type { EmbeddedRecording } from './accuracy-embed.ts';

type Clips = readonly EmbeddedRecording[];

/** A way to compare voices. */
export interface Comparison {
  readonly enrol: (clips: Clips) => Uint8Array;
  readonly compare: (clips: Clips) => (enrolled: Uint8Array) => number;
}

/** How many clips are enrolled and how many are tested, and what happened to each before. */
export interface Setup {
  readonly enrolled: number;
  readonly tested: number;
  readonly enrolledAs: Condition;
  readonly testedAs: Condition;
  /** A clip is half of a recording; of none is one half enrolled and the other tested. */
  readonly ofHalves?: boolean;
  /** Others are of the same gender. */
  readonly oneGender?: boolean;
}

export interface Scores {
  /** Of the person who is enrolled. */
  readonly targets: Float64Array;
  /** Of others. */
  readonly impostors: Float64Array;
  /** Who is enrolled in each, by number, and who is tested: for intervals. */
  readonly people: {
    readonly count: number;
    readonly targets: readonly number[];
    readonly impostors: readonly (readonly [enrolled: number, tested: number])[];
  };
}

export function ours(scorer: VoiceScorer): Comparison {
  const probes = new WeakMap<EmbeddedRecording, VoiceProbe>();
  const probeOf = (clips: Clips) => scorer.probe(clips.flatMap(({ utterances }) => utterances));
  return {
    enrol: (clips) => scorer.voiceprint(clips.flatMap(({ utterances }) => utterances)),
    compare: (clips) => {
      const only = clips.length === 1 ? clips[0]! : undefined;
      const probe = (only && probes.get(only)) ?? probeOf(clips);
      if (only) probes.set(only, probe);
      return (enrolled) => scorer.score(probe, enrolled);
    },
  };
}

/** The reference: the speaker model alone, on whole clips, and the cosine of averages. */
export const plainCosine: Comparison = {
  enrol: (clips) => new Uint8Array(averaged(clips).buffer),
  compare: (clips) => {
    const probe = averaged(clips);
    return (enrolled) => cosine(probe, new Float64Array(enrolled.buffer));
  },
};

/**
 * Every person against every other. People have a number of recordings that are taken in turns, so that each is
 * enrolled and tested with; none is both in one trial.
 */
export function trials(embedded: readonly EmbeddedRecording[], setup: Setup, comparison: Comparison): Scores {
  const byPerson = recordingsByPerson(embedded, setup);
  const people = [...byPerson.values()];
  const genders = new Map(embedded.map(({ speaker, gender }) => [speaker, gender]));
  const genderOf = [...byPerson.keys()].map((speaker) => genders.get(speaker));
  const targets: number[] = [];
  const impostors: number[] = [];
  const own: number[] = [];
  const pairs: [number, number][] = [];
  const turns = Math.max(0, ...people.map((recordings) => recordings.length));
  for (let turn = 0; turn < turns; turn++) {
    const enrolled = people.map((recordings) => {
      const clips = enrolledClips(recordings, turn, setup);
      return clips && comparison.enrol(clips);
    });
    for (const [tested, recordings] of people.entries()) {
      for (const clips of testedClips(recordings, turn, setup)) {
        const score = comparison.compare(clips);
        for (const [person, voiceprint] of enrolled.entries()) {
          const isCompared = !setup.oneGender || genderOf[person] === genderOf[tested];
          if (!voiceprint || !isCompared) continue;
          if (person === tested) own.push(person);
          else pairs.push([person, tested]);
          (person === tested ? targets : impostors).push(score(voiceprint));
        }
      }
    }
  }
  return {
    targets: Float64Array.from(targets),
    impostors: Float64Array.from(impostors),
    people: { count: people.length, targets: own, impostors: pairs },
  };
}

/** What is usable of one recording, whole or in halves, in every condition. */
type Takes = Partial<Record<Condition, EmbeddedRecording[]>>;

function recordingsByPerson(
  embedded: readonly EmbeddedRecording[],
  { ofHalves = false }: Setup,
): Map<string, Takes[]> {
  const people = new Map<string, Map<string, Takes>>();
  for (const each of embedded) {
    const isUsable = each.utterances.some(({ voice }) => voice);
    if (!isUsable || (each.part !== 'whole') !== ofHalves) continue;
    const recordings = people.get(each.speaker) ?? new Map<string, Takes>();
    people.set(each.speaker, recordings);
    const takes = recordings.get(each.file) ?? {};
    recordings.set(each.file, takes);
    takes[each.condition] = [...(takes[each.condition] ?? []), each];
  }
  return new Map([...people].map(([speaker, recordings]) => [speaker, [...recordings.values()]]));
}

function enrolledClips(recordings: readonly Takes[], turn: number, setup: Setup): Clips | undefined {
  const count = recordingsOf(setup.enrolled, setup);
  if (turn >= recordings.length || recordings.length <= count) return undefined;
  const some = Array.from({ length: count }, (_, n) => recordings[(turn + n) % recordings.length]!);
  if (some.some((takes) => !takes[setup.enrolledAs])) return undefined;
  const clips = some.flatMap((takes) => takes[setup.enrolledAs]!).slice(0, setup.enrolled);
  return clips.length === setup.enrolled ? clips : undefined;
}

/** Those that the turn does not enrol: one by one, or several together. */
function testedClips(recordings: readonly Takes[], turn: number, setup: Setup): Clips[] {
  if (turn >= recordings.length) return [];
  const count = recordingsOf(setup.enrolled, setup);
  const rest = Array.from({ length: Math.max(0, recordings.length - count) }, (_, n) => {
    const takes = recordings[(turn + count + n) % recordings.length]!;
    return takes[setup.testedAs] ?? [];
  }).flat();
  if (setup.tested === 1) return rest.map((clip) => [clip]);
  return rest.length >= setup.tested ? [rest.slice(0, setup.tested)] : [];
}

function recordingsOf(clips: number, { ofHalves = false }: Setup): number {
  return ofHalves ? Math.ceil(clips / 2) : clips;
}

function averaged(clips: Clips): Float64Array {
  const embeddings = clips.map(({ plain }) => new Float32Array(plain.slice().buffer));
  const sum = new Float64Array(embeddings[0]!.length);
  for (const embedding of embeddings) {
    const length = Math.hypot(...embedding);
    for (let n = 0; n < sum.length; n++) sum[n]! += embedding[n]! / length;
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
