import type { DominantStretch } from '@locutor/engine';
import { type DiarizationResult, percent, type RecognitionResult, type Word } from '../../results/result.ts';
import type { NamedSpeakers } from './diarize.ts';

type Spoken = Pick<RecognitionResult, 'result_status' | 'alternatives' | 'start_time' | 'end_time'>;

/** Only a segment in which somebody speaks has a speaker. */
const SPOKEN = new Set<RecognitionResult['result_status']>(['RECOGNIZED', 'NO_MATCH']);

/**
 * Results with the speaker of each segment and word. A segment has one speaker, and its words have the same: where two
 * speak at once, or a word reaches over a change, it is the one whose turn it is.
 */
export function withSpeakers<Result extends Spoken>(
  results: readonly Result[],
  stretches: readonly DominantStretch[],
  label: (speaker: number) => string,
): (Result & Pick<RecognitionResult, 'alternatives' | 'diarization_result'>)[] {
  return results.map((result) => {
    if (!SPOKEN.has(result.result_status) || stretches.length === 0) return result;
    const own = mostIn(result, stretches);
    const said = (times: Timed): DiarizationResult => ({
      speaker: label(own.speaker),
      confidence: percent(own.confidence * shareOf(times, own.speaker, stretches)),
    });
    const alternatives = result.alternatives.map((alternative) => ({
      ...alternative,
      words: alternative.words.map((word): Word => ({ ...word, diarization_result: said(word) })),
    }));
    return { ...result, alternatives, diarization_result: said(result) };
  });
}

/**
 * The names of speakers: those of users who were found, and "1", "2" and so on for others in the order in which they first
 * speak. A number that is the id of a user who was asked for is left out, so that no name stands for two.
 */
export function speakerLabels(
  stretches: readonly DominantStretch[],
  named: ReadonlyMap<number, string>,
  userIds: readonly string[],
): (speaker: number) => string {
  const labels = new Map<number, string>();
  let last = 0;
  for (const { speaker } of stretches) {
    if (labels.has(speaker)) continue;
    const user = named.get(speaker);
    if (user === undefined)
      do last += 1;
      while (userIds.includes(String(last)));
    labels.set(speaker, user ?? String(last));
  }
  return (speaker) => labels.get(speaker)!;
}

/** The speaker of a stretch of the audio, in seconds; undefined where nobody was found. */
export function speakerOf({ stretches, label }: NamedSpeakers) {
  return ({ start, end }: { readonly start: number; readonly end: number }): string | undefined =>
    stretches.length > 0 ? label(mostIn({ start_time: start, end_time: end }, stretches).speaker) : undefined;
}

type Timed = Pick<RecognitionResult, 'start_time' | 'end_time'>;

function common({ start_time, end_time }: Timed, { start, end }: DominantStretch): number {
  return Math.min(end_time, end) - Math.max(start_time, start);
}

/** The stretch that has most of it, or is nearest to it. */
function mostIn(times: Timed, stretches: readonly DominantStretch[]): DominantStretch {
  return stretches.reduce((best, each) => (common(times, each) > common(times, best) ? each : best));
}

/** How much of what is divided among speakers is this one's. */
function shareOf(times: Timed, speaker: number, stretches: readonly DominantStretch[]): number {
  let [own, all] = [0, 0];
  for (const stretch of stretches) {
    const seconds = Math.max(0, common(times, stretch));
    all += seconds;
    if (stretch.speaker === speaker) own += seconds;
  }
  return all > 0 ? own / all : 1;
}
