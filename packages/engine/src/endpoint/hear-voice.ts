import { type SileroVad, VOICE_RATE, VOICE_WINDOW } from '../voice/silero.ts';
import { levelsOf, type WindowReading } from './window-reading.ts';

/** Windows looked at for their level before the first is judged: five seconds. */
const LOOK_AHEAD = Math.floor((5 * VOICE_RATE) / VOICE_WINDOW);
/** Level of the loudest window as the detector hears it. */
const HEARD_RMS = 0.2;
const MOST_GAIN = 100;
/** A loud moment is forgotten by half in ten seconds, so that a soft speaker after a loud one is heard. */
const FORGET = 0.5 ** (VOICE_WINDOW / VOICE_RATE / 10);

export interface HeardWindow {
  samples: Float32Array;
  reading: WindowReading;
}

/**
 * Judges the windows of a stream at a level that the detector does well with: of 200 single digits it missed 8 as
 * they were, and none at an even level.
 */
export async function* hearVoice(
  windows: AsyncIterable<Float32Array>,
  voice: SileroVad,
  checkpoint: () => Promise<void>,
): AsyncGenerator<HeardWindow, void, void> {
  const ear = new Ear(voice, checkpoint);
  const first: Float32Array[] = [];
  for await (const window of windows) {
    if (first.length === LOOK_AHEAD) {
      yield await ear.hear(window);
      continue;
    }
    first.push(window);
    if (first.length === LOOK_AHEAD) yield* ear.hearAll(first);
  }
  if (first.length < LOOK_AHEAD) yield* ear.hearAll(first);
}

/**
 * The probabilities of speech in a clip for a detector that has heard the clip before. Fresh, it takes the first of a
 * noise for a voice, because it has no background to compare with: of 80 noises 11, and 3 at the second hearing.
 * It is no way to find where speech begins and ends: among clear speech it then doubts soft words.
 */
export async function hearAgain(
  samples: Float32Array,
  voice: SileroVad,
  checkpoint: () => Promise<void>,
): Promise<number[]> {
  const ear = new Ear(voice, checkpoint);
  const windows: Float32Array[] = [];
  for (let at = 0; at < samples.length; at += VOICE_WINDOW) {
    windows.push(samples.subarray(at, at + VOICE_WINDOW));
  }
  let probabilities: number[] = [];
  for (let hearing = 1; hearing <= 2; hearing++) {
    probabilities = [];
    for await (const { reading } of ear.hearAll(windows)) probabilities.push(reading.probability);
  }
  return probabilities;
}

class Ear {
  readonly #voice: SileroVad;
  readonly #checkpoint: () => Promise<void>;
  readonly #scaled = new Float32Array(VOICE_WINDOW);
  #loudest = 0;

  constructor(voice: SileroVad, checkpoint: () => Promise<void>) {
    this.#voice = voice;
    this.#checkpoint = checkpoint;
    voice.reset();
  }

  async *hearAll(windows: readonly Float32Array[]): AsyncGenerator<HeardWindow, void, void> {
    for (const window of windows) this.#loudest = Math.max(this.#loudest, levelsOf(window).rms);
    for (const window of windows) yield await this.hear(window);
  }

  async hear(samples: Float32Array): Promise<HeardWindow> {
    const levels = levelsOf(samples);
    this.#loudest = Math.max(this.#loudest * FORGET, levels.rms);
    await this.#checkpoint();
    const gain = this.#loudest > 0 ? Math.min(MOST_GAIN, HEARD_RMS / this.#loudest) : 1;
    const scaled = this.#scaled.subarray(0, samples.length);
    for (let n = 0; n < samples.length; n++) scaled[n] = samples[n]! * gain;
    return { samples, reading: { probability: await this.#voice.probability(scaled), ...levels } };
  }
}
