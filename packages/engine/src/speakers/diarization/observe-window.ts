import { heardSamples } from '../heard-samples.ts';
import type { SpeakerModel } from '../speaker-model.ts';
import { unit } from '../vectors.ts';
import { FRAME, FRAME_SECONDS } from './frames.ts';
import type { SampleWindow } from './overlapping-windows.ts';
import type { Activity } from './powerset.ts';
import type { LocalSpeaker, ObservedWindow } from './types.ts';

/** Frames with one speaker below which the voice says too little: half a second. */
const LEAST_ALONE = 25;
/** Frames that are embedded at most, three seconds: the speaker model takes most of the time, 14 ms for each second. */
const MOST_ALONE = 150;
/** A local speaker who is never this likely to speak is not there. */
const PRESENT = 0.5;

/** What is known of the speakers of one window: when each speaks, and what the voice is like. */
export async function observeWindow(
  { firstFrame, samples, length }: SampleWindow,
  { speaks, alone }: Activity,
  model: SpeakerModel,
  checkpoint: () => Promise<void>,
): Promise<ObservedWindow> {
  const frames = Math.ceil(length / FRAME);
  const speakers: LocalSpeaker[] = [];
  for (const [n, whole] of speaks.entries()) {
    const probabilities = whole.subarray(0, frames);
    if (!probabilities.some((probability) => probability >= PRESENT)) continue;
    const stretches = stretchesOf(alone[n]!.subarray(0, Math.floor(length / FRAME)));
    const count = stretches.reduce((sum, { from, to }) => sum + to - from, 0);
    let embedding: Float32Array | undefined;
    if (count >= LEAST_ALONE) {
      await checkpoint();
      const sound = longest(stretches).map(({ from, to }) => samples.subarray(from * FRAME, to * FRAME));
      const whole = await model.embed(heardSamples(sound, 1));
      embedding = Float32Array.from(unit(Float64Array.from(whole)));
    }
    const activity = Uint8Array.from(probabilities, (probability) => Math.round(255 * probability));
    speakers.push({ activity, alone: count * FRAME_SECONDS, embedding });
  }
  return { firstFrame, speakers };
}

interface Stretch {
  from: number;
  to: number;
}

function stretchesOf(flags: Uint8Array): Stretch[] {
  const stretches: Stretch[] = [];
  for (let n = 0; n < flags.length; n++) {
    if (!flags[n]) continue;
    const last = stretches.at(-1);
    if (last?.to === n) last.to = n + 1;
    else stretches.push({ from: n, to: n + 1 });
  }
  return stretches;
}

/** The longest stretches, in order, up to the most that is embedded. */
function longest(stretches: readonly Stretch[]): Stretch[] {
  let left = MOST_ALONE;
  const chosen: Stretch[] = [];
  for (const { from, to } of stretches.toSorted((a, b) => b.to - b.from - (a.to - a.from))) {
    if (left === 0) break;
    const length = Math.min(left, to - from);
    // The middle: at its ends a stretch may hold somebody else's speech.
    const first = from + Math.floor((to - from - length) / 2);
    chosen.push({ from: first, to: first + length });
    left -= length;
  }
  return chosen.sort((a, b) => a.from - b.from);
}
