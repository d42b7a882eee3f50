import type { SoundReading } from './sound-reading.ts';

/** Ways that are less probable, beside the best one, are not followed. */
const LEAST_SHARE = 1e-60;
/** Below it shares are scaled up: the sounds of a long sentence are less probable than any number of 64 bits can say. */
const SMALL = 1e-30;

interface Placed {
  from: number;
  behind: readonly number[];
  within: readonly number[];
  scale: number;
}

/**
 * The first sounds of what was said, in all the ways to place them over the frames. All shares are relative to the most
 * probable signs of the same frames: what is to come can hardly add to them, and none of them needs a logarithm.
 */
export class SoundPrefix {
  readonly #reading: SoundReading;
  readonly #last: number;
  /** The least number of frames that are used up. */
  readonly #from: number;
  /** By the frames that are used up beyond it: the share of all ways that end in no sound, behind the last one. */
  readonly #behind: readonly number[];
  /** Of those that end in the last sound. */
  readonly #within: readonly number[];
  /** By how much both are scaled up, as a logarithm. */
  readonly #scale: number;

  private constructor(reading: SoundReading, last: number, { from, behind, within, scale }: Placed) {
    this.#reading = reading;
    this.#last = last;
    this.#from = from;
    this.#behind = behind;
    this.#within = within;
    this.#scale = scale;
  }

  /** Before the first sound. */
  static of(reading: SoundReading): SoundPrefix {
    const behind = [1];
    for (let frame = 0; frame < reading.frames && behind.at(-1)! > LEAST_SHARE; frame++) {
      behind.push(behind.at(-1)! * reading.shareOf(frame, 0));
    }
    return new SoundPrefix(reading, 0, { from: 0, behind, within: behind.map(() => 0), scale: 0 });
  }

  /** With more sounds. */
  with(sounds: readonly number[]): SoundPrefix {
    return sounds.reduce((prefix, sound) => prefix.#withOne(sound), this as SoundPrefix);
  }

  /** By how much the best way so far is less probable than the most probable signs of its frames, as a logarithm. */
  get leastLack(): number {
    let most = 0;
    for (let at = 0; at < this.#behind.length; at++)
      most = Math.max(most, this.#behind[at]! + this.#within[at]!);
    return this.#scale - Math.log(most);
  }

  /** The same for all of the speech, where nothing follows. */
  get lack(): number {
    const at = this.#reading.frames - this.#from;
    return this.#scale - Math.log((this.#behind[at] ?? 0) + (this.#within[at] ?? 0));
  }

  #withOne(sound: number): SoundPrefix {
    const reading = this.#reading;
    const [behind, within] = [[0], [0]];
    // Between two equal sounds must be none.
    const joins = sound !== this.#last;
    const used = this.#behind.length;
    for (let at = 0, frame = this.#from; frame < reading.frames; at++, frame++) {
      const before = at < used ? this.#behind[at]! + (joins ? this.#within[at]! : 0) : 0;
      const sounding = (within[at]! + before) * reading.shareOf(frame, sound);
      const silent = (behind[at]! + within[at]!) * reading.shareOf(frame, 0);
      if (at >= used && sounding + silent < LEAST_SHARE) break;
      within.push(sounding);
      behind.push(silent);
    }
    let [first, most] = [0, 0];
    while (first < within.length - 1 && within[first]! + behind[first]! < LEAST_SHARE) first++;
    for (let at = first; at < within.length; at++) most = Math.max(most, within[at]! + behind[at]!);
    const factor = most > 0 && most < SMALL ? 1 / most : 1;
    const scaled = (shares: number[]) => shares.slice(first).map((share) => share * factor);
    return new SoundPrefix(reading, sound, {
      from: this.#from + first,
      behind: scaled(behind),
      within: scaled(within),
      scale: this.#scale + Math.log(factor),
    });
  }
}
