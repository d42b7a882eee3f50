import { SoundPrefix } from '../../sounds/sound-prefix.ts';
import type { SoundReader } from '../../sounds/sound-reader.ts';
import type { SoundReading } from '../../sounds/sound-reading.ts';
import { waysToSound } from '../../sounds/ways-to-sound.ts';
import type { SoundLack } from './acceptance.ts';

/** Words in the way to say them that fits best what was heard. */
export interface Heard {
  readonly lack: SoundLack;
  readonly sounds: readonly number[];
}

interface Way {
  readonly prefix: SoundPrefix;
  readonly sounds: readonly number[];
}

/** Ways to say the first words that are followed at once. */
const MOST_WAYS = 8;
/** Of words that the frames have no room for. */
const MOST_LACK = 1000;

/** How well words fit what was heard; undefined where one of them has no known sounds. */
export function heardAs(
  words: readonly string[],
  reader: SoundReader,
  reading: SoundReading,
): Heard | undefined {
  let ways: Way[] = [{ prefix: SoundPrefix.of(reading), sounds: [] }];
  for (const word of words) {
    ways = ways
      .flatMap(({ prefix, sounds }) =>
        waysToSound(reader, word).map((way) => ({ prefix: prefix.with(way), sounds: [...sounds, ...way] })),
      )
      .sort((a, b) => a.prefix.leastLack - b.prefix.leastLack)
      .slice(0, MOST_WAYS);
  }
  return ways
    .map(({ prefix, sounds }) => ({ lack: soundLack(reading, prefix, sounds.length), sounds }))
    .sort((a, b) => a.lack.logProb - b.lack.logProb)[0];
}

/** What so many sounds lack that end where the speech ends. */
export function soundLack(reading: SoundReading, prefix: SoundPrefix, sounds: number): SoundLack {
  const logProb = reading.clearest - (reading.bestLogProb - prefix.lack);
  return { logProb: Math.min(MOST_LACK, Math.max(0, logProb)), sounds };
}
