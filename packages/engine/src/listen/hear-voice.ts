import { VOICE_RATE, VOICE_WINDOW } from '../contract/sample-rate.ts';
import { type SileroVad, WINDOWS_AT_ONCE } from './silero.ts';
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
  let waiting: Float32Array[] = [];
  let enough = LOOK_AHEAD;
  for await (const window of windows) {
    waiting.push(window);
    if (waiting.length < enough) continue;
    yield* ear.hear(waiting);
    waiting = [];
    enough = WINDOWS_AT_ONCE;
  }
  yield* ear.hear(waiting);
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
    for await (const { reading } of ear.hear(windows)) probabilities.push(reading.probability);
  }
  return probabilities;
}

class Ear {
  readonly #voice: SileroVad;
  readonly #checkpoint: () => Promise<void>;
  #loudest = 0;

  constructor(voice: SileroVad, checkpoint: () => Promise<void>) {
    this.#voice = voice;
    this.#checkpoint = checkpoint;
    voice.reset();
  }

  /** All of them are looked at for their level before the first is judged. */
  async *hear(windows: readonly Float32Array[]): AsyncGenerator<HeardWindow, void, void> {
    const levels = windows.map(levelsOf);
    for (const { rms } of levels) this.#loudest = Math.max(this.#loudest, rms);
    for (let first = 0; first < windows.length; first += WINDOWS_AT_ONCE) {
      const some = windows.slice(first, first + WINDOWS_AT_ONCE);
      await this.#checkpoint();
      const scaled = some.map((window, n) => this.#scaled(window, levels[first + n]!.rms));
      const probabilities = await this.#voice.probabilities(scaled);
      for (const [n, samples] of some.entries()) {
        yield { samples, reading: { probability: probabilities[n]!, ...levels[first + n]! } };
      }
    }
  }

  #scaled(window: Float32Array, rms: number): Float32Array {
    this.#loudest = Math.max(this.#loudest * FORGET, rms);
    if (this.#loudest === 0) return window;
    const gain = Math.min(MOST_GAIN, HEARD_RMS / this.#loudest);
    // Not by `map`, which took most of the time that the endpointer itself does: 0.75 ms of a second of audio, so 0.3.
    const scaled = new Float32Array(window.length);
    for (let at = 0; at < window.length; at++) scaled[at] = window[at]! * gain;
    return scaled;
  }
}
