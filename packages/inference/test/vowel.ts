const RATE = 16_000;
const PEAK = 0.3;
/** Resonances of "o": frequency and bandwidth, in hertz. */
const RESONANCES = [
  [450, 70],
  [850, 80],
  [2500, 120],
] as const;

/** An "o" of a voice of this pitch, in hertz, that begins at once and is as loud at its end. */
export function vowel(pitch: number, seconds: number): Float32Array {
  const samples = new Float32Array(Math.round(seconds * RATE));
  const resonators = RESONANCES.map(([frequency, bandwidth], n) => resonator(frequency, bandwidth, n + 1));
  let phase = 0;
  for (let at = 0; at < samples.length; at++) {
    // The pitch falls by a fifth, as nobody sings when he spells.
    phase += (pitch * (1.1 - (0.2 * at) / samples.length)) / RATE;
    const pulse = phase >= 1 ? 1 : 0;
    phase -= pulse;
    for (const resonate of resonators) samples[at]! += resonate(pulse);
  }
  const loudest = samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);
  return samples.map((sample) => (sample / loudest) * PEAK);
}

function resonator(frequency: number, bandwidth: number, softer: number): (input: number) => number {
  const radius = Math.exp((-Math.PI * bandwidth) / RATE);
  const cosine = 2 * radius * Math.cos((2 * Math.PI * frequency) / RATE);
  let [last, before] = [0, 0];
  return (input) => {
    const output = input * (1 - radius) + cosine * last - radius * radius * before;
    [last, before] = [output, last];
    return output / softer;
  };
}
