import type { SoundReading } from '../grammar-recognition/engine-sounds.ts';

/** Frames from the first to the last one of each sound, where they lie most probably: the way of Viterbi. */
export function placeSounds(reading: SoundReading, sounds: readonly number[]): [number, number][] {
  const places = [0, ...sounds.flatMap((sound) => [sound, 0])];
  let row = places.map((sign, at) => (at < 2 ? reading.at(0, sign) : Number.NEGATIVE_INFINITY));
  const steps: number[][] = [[]];
  for (let frame = 1; frame < reading.frames; frame++) {
    const taken: number[] = [];
    row = places.map((sign, at) => {
      const mayPass = at > 2 && sign !== 0 && sign !== places[at - 2];
      const before = [row[at]!, row[at - 1], mayPass ? row[at - 2] : undefined];
      const best = Math.max(...before.map((value) => value ?? Number.NEGATIVE_INFINITY));
      taken.push(before.indexOf(best));
      return best + reading.at(frame, sign);
    });
    steps.push(taken);
  }
  const spans = sounds.map((): [number, number] => [Number.POSITIVE_INFINITY, -1]);
  let at = row.at(-1)! > row.at(-2)! ? places.length - 1 : places.length - 2;
  for (let frame = reading.frames - 1; frame >= 0; frame--) {
    const span = at % 2 === 1 ? spans[(at - 1) / 2] : undefined;
    if (span) {
      span[0] = Math.min(span[0], frame);
      span[1] = Math.max(span[1], frame);
    }
    if (frame > 0) at -= steps[frame]![at]!;
  }
  return spans;
}
