import { FRAME_SECONDS, WINDOW_FRAMES } from './frames.ts';
import type { ObservedWindow, SpeakerTurn } from './types.ts';

export const turnTuning = {
  /** The number of speakers at a moment is rounded down from here. */
  rounding: 0.5,
  /** Less likely speakers are not there. */
  least: 0.2,
  /** Pauses of a speaker up to so many seconds are part of a turn. */
  pause: 0.3,
  /** Shorter turns are left out. */
  shortest: 0.15,
};

/** When each speaker speaks, from the windows and who their local speakers are; in order of their starts. */
export function turnsOf(
  windows: readonly ObservedWindow[],
  assigned: readonly (readonly number[])[],
  count: number,
): SpeakerTurn[] {
  const activity = activityOf(windows, assigned, count);
  const active = activeFrames(activity);
  const turns = active.flatMap((flags, speaker) => spansOf(flags, activity[speaker]!, speaker));
  return inOrderOfSpeech(turns);
}

/** Per speaker and frame the mean probability over the windows; the edges of a window, where less is known, count less. */
function activityOf(
  windows: readonly ObservedWindow[],
  assigned: readonly (readonly number[])[],
  count: number,
): Float32Array[] {
  const frames = windows.reduce(
    (most, { firstFrame, speakers }) => Math.max(most, firstFrame + (speakers[0]?.activity.length ?? 0)),
    0,
  );
  const activity = Array.from({ length: count }, () => new Float32Array(frames));
  const weights = new Float32Array(frames);
  for (const [n, { firstFrame, speakers }] of windows.entries()) {
    for (let at = 0; at < WINDOW_FRAMES && firstFrame + at < frames; at++) {
      weights[firstFrame + at]! += weightAt(at);
    }
    for (const [local, { activity: own }] of speakers.entries()) {
      const sum = activity[assigned[n]![local]!];
      if (!sum) continue;
      for (let at = 0; at < own.length; at++) sum[firstFrame + at]! += (weightAt(at) * own[at]!) / 255;
    }
  }
  for (const sum of activity) for (let n = 0; n < frames; n++) sum[n]! /= Math.max(1e-6, weights[n]!);
  return activity;
}

function weightAt(frame: number): number {
  return 0.05 + Math.min(frame + 1, WINDOW_FRAMES - frame) / WINDOW_FRAMES;
}

/** As many speakers as are expected, the likeliest of them. */
function activeFrames(activity: readonly Float32Array[]): Uint8Array[] {
  const frames = activity[0]?.length ?? 0;
  const active = activity.map(() => new Uint8Array(frames));
  for (let frame = 0; frame < frames; frame++) {
    let expected = 0;
    for (const each of activity) expected += each[frame]!;
    for (let left = Math.floor(expected + turnTuning.rounding); left > 0; left--) {
      let best = -1;
      for (let n = 0; n < activity.length; n++) {
        if (active[n]![frame] || activity[n]![frame]! < turnTuning.least) continue;
        if (best < 0 || activity[n]![frame]! > activity[best]![frame]!) best = n;
      }
      if (best < 0) break;
      active[best]![frame] = 1;
    }
  }
  return active;
}

function spansOf(flags: Uint8Array, activity: Float32Array, speaker: number): SpeakerTurn[] {
  const spans: { from: number; to: number }[] = [];
  for (let n = 0; n < flags.length; n++) {
    if (!flags[n]) continue;
    const last = spans.at(-1);
    if (last && (n - last.to) * FRAME_SECONDS <= turnTuning.pause) last.to = n + 1;
    else spans.push({ from: n, to: n + 1 });
  }
  return spans
    .filter(({ from, to }) => (to - from) * FRAME_SECONDS >= turnTuning.shortest)
    .map(({ from, to }) => {
      const sum = activity.subarray(from, to).reduce((total, each) => total + each, 0);
      return { start: from * FRAME_SECONDS, end: to * FRAME_SECONDS, speaker, confidence: sum / (to - from) };
    });
}

function inOrderOfSpeech(turns: readonly SpeakerTurn[]): SpeakerTurn[] {
  const numbers = new Map<number, number>();
  return turns
    .toSorted((a, b) => a.start - b.start)
    .map((turn) => {
      if (!numbers.has(turn.speaker)) numbers.set(turn.speaker, numbers.size);
      return { ...turn, speaker: numbers.get(turn.speaker)! };
    });
}
