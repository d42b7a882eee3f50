import { bestAssignment } from './assignment.ts';

/** Who speaks from one time to another, in seconds. */
export interface Turn {
  start: number;
  end: number;
  speaker: string | number;
}

/** Seconds of speech, each moment counted once per person who speaks. */
export interface SpeakerErrors {
  speech: number;
  missed: number;
  falseAlarm: number;
  confused: number;
}

export interface ScoredPart {
  /** Around every start and end of a reference turn, so many seconds are not scored. */
  collar: number;
  /** False: moments in which two speak at once are not scored. */
  overlap: boolean;
}

interface Moment {
  seconds: number;
  truth: ReadonlySet<Turn['speaker']>;
  found: ReadonlySet<Turn['speaker']>;
}

/** The diarization error under the mapping of found speakers to real ones that has the least error. */
export function speakerErrors(
  truth: readonly Turn[],
  found: readonly Turn[],
  part: ScoredPart,
): SpeakerErrors {
  const moments = momentsOf(truth, found, part);
  const mapping = bestMapping(moments);
  const errors = { speech: 0, missed: 0, falseAlarm: 0, confused: 0 };
  for (const { seconds, truth, found } of moments) {
    const right = [...found].filter((speaker) => truth.has(mapping.get(speaker) ?? NaN)).length;
    errors.speech += seconds * truth.size;
    errors.missed += seconds * Math.max(0, truth.size - found.size);
    errors.falseAlarm += seconds * Math.max(0, found.size - truth.size);
    errors.confused += seconds * (Math.min(truth.size, found.size) - right);
  }
  return errors;
}

/** For each found speaker the real one; who is nobody is missing. */
export function speakerMapping(
  truth: readonly Turn[],
  found: readonly Turn[],
): Map<Turn['speaker'], Turn['speaker']> {
  return bestMapping(momentsOf(truth, found, { collar: 0, overlap: true }));
}

export function errorRate({ speech, missed, falseAlarm, confused }: SpeakerErrors): number {
  return speech > 0 ? (missed + falseAlarm + confused) / speech : 0;
}

export function added(all: readonly SpeakerErrors[]): SpeakerErrors {
  const sum = { speech: 0, missed: 0, falseAlarm: 0, confused: 0 };
  for (const each of all) {
    for (const key of Object.keys(sum) as (keyof SpeakerErrors)[]) sum[key] += each[key];
  }
  return sum;
}

function bestMapping(moments: readonly Moment[]): Map<Turn['speaker'], Turn['speaker']> {
  const real = [...new Set(moments.flatMap(({ truth }) => [...truth]))];
  const labels = [...new Set(moments.flatMap(({ found }) => [...found]))];
  const together = labels.map((a) =>
    real.map((b) =>
      moments.reduce(
        (sum, { seconds, truth, found }) => sum + (truth.has(b) && found.has(a) ? seconds : 0),
        0,
      ),
    ),
  );
  const columns = bestAssignment(together);
  return new Map(labels.flatMap((a, n) => (columns[n]! >= 0 ? [[a, real[columns[n]!]!] as const] : [])));
}

/** The scored audio, cut wherever somebody begins or ends. */
function momentsOf(
  truth: readonly Turn[],
  found: readonly Turn[],
  { collar, overlap }: ScoredPart,
): Moment[] {
  const edges = truth.flatMap(({ start, end }) => [start, end]);
  const cuts = [
    ...found.flatMap(({ start, end }) => [start, end]),
    ...edges,
    ...edges.flatMap((edge) => [edge - collar, edge + collar]),
  ].sort((a, b) => a - b);
  const moments: Moment[] = [];
  for (let n = 1; n < cuts.length; n++) {
    const [from, to] = [cuts[n - 1]!, cuts[n]!];
    if (to <= from) continue;
    const middle = (from + to) / 2;
    if (edges.some((edge) => Math.abs(edge - middle) < collar)) continue;
    const at = (turns: readonly Turn[]) =>
      new Set(turns.filter(({ start, end }) => start < middle && middle < end).map(({ speaker }) => speaker));
    const [real, some] = [at(truth), at(found)];
    if (!overlap && real.size > 1) continue;
    if (real.size + some.size > 0) moments.push({ seconds: to - from, truth: real, found: some });
  }
  return moments;
}
