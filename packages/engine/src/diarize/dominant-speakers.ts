import type { SpeakerTurn } from '@locutor/contract';

/** A stretch of the audio that belongs to one speaker; stretches follow each other without gap or overlap. */
export type DominantStretch = SpeakerTurn;

/**
 * Whose each moment is, also where two speak at once: what is said during another's turn is that other's, and where one
 * begins before another ends, the middle of what they have in common divides them. A silence is divided in the middle.
 */
export function dominantSpeakers(turns: readonly SpeakerTurn[]): DominantStretch[] {
  const stretches: { turns: SpeakerTurn[]; start: number; end: number }[] = [];
  for (const turn of turns.toSorted((a, b) => a.start - b.start || b.end - a.end)) {
    const last = stretches.at(-1);
    if (last && last.turns[0]!.speaker === turn.speaker) {
      last.turns.push(turn);
      last.end = Math.max(last.end, turn.end);
    } else if (!last || turn.end > last.end) {
      // Turns come in order of their starts and each ends later, so the middle is after the one before: no stretch is empty.
      const start = last ? (last.end + turn.start) / 2 : turn.start;
      stretches.push({ turns: [turn], start, end: turn.end });
    }
  }
  return stretches.map(({ turns: own, start }, n) => ({
    start,
    end: stretches[n + 1]?.start ?? Math.max(...own.map(({ end }) => end)),
    speaker: own[0]!.speaker,
    confidence: meanConfidence(own),
  }));
}

/** When the speaker changes, in order. */
export function speakerChanges(stretches: readonly DominantStretch[]): number[] {
  return stretches.slice(1).map(({ start }) => start);
}

function meanConfidence(turns: readonly SpeakerTurn[]): number {
  let [sum, seconds] = [0, 0];
  for (const { start, end, confidence } of turns) {
    sum += (end - start) * confidence;
    seconds += end - start;
  }
  return seconds > 0 ? sum / seconds : 0;
}
