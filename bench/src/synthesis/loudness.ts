// Loudness after ITU-R BS.1770-4, of one channel. By hand: the packages that npm has for it are unmaintained or want an
// AudioContext, and the whole of it is two filters and a mean with two gates.

interface Biquad {
  b: readonly [number, number, number];
  a: readonly [number, number];
}

/** The filters of the recommendation for any rate: it gives those for 48 kHz, which come from these analogue values. */
function weighting(rate: number): readonly Biquad[] {
  return [highShelf(rate, 1681.974450955533, 3.999843853973347, 0.7071752369554196), highPass(rate)];
}

function highShelf(rate: number, frequency: number, gainDb: number, q: number): Biquad {
  const k = Math.tan((Math.PI * frequency) / rate);
  const high = 10 ** (gainDb / 20);
  const band = high ** 0.4996667741545416;
  const scale = 1 + k / q + k * k;
  return {
    b: [
      (high + (band * k) / q + k * k) / scale,
      (2 * (k * k - high)) / scale,
      (high - (band * k) / q + k * k) / scale,
    ],
    a: [(2 * (k * k - 1)) / scale, (1 - k / q + k * k) / scale],
  };
}

function highPass(rate: number): Biquad {
  const [frequency, q] = [38.13547087602444, 0.5003270373238773];
  const k = Math.tan((Math.PI * frequency) / rate);
  const scale = 1 + k / q + k * k;
  return { b: [1, -2, 1], a: [(2 * (k * k - 1)) / scale, (1 - k / q + k * k) / scale] };
}

function filtered(samples: Float64Array, { b, a }: Biquad): Float64Array {
  let [first, second] = [0, 0];
  return samples.map((sample) => {
    const out = b[0] * sample + first;
    first = b[1] * sample - a[0] * out + second;
    second = b[2] * sample - a[1] * out;
    return out;
  });
}

const BLOCK_SECONDS = 0.4;
const STEP_SECONDS = 0.1;
const SILENCE_LUFS = -70;
const RELATIVE_GATE = -10;

/** LUFS of mono samples; minus infinity of silence, and of less than 0.4 s. */
export function loudness(samples: Float32Array, rate: number): number {
  const weighted = weighting(rate).reduce(filtered, Float64Array.from(samples));
  const [block, step] = [Math.round(BLOCK_SECONDS * rate), Math.round(STEP_SECONDS * rate)];
  const energies: number[] = [];
  for (let from = 0; from + block <= weighted.length; from += step)
    energies.push(mean(weighted.subarray(from, from + block).map((each) => each * each)));
  const loud = energies.filter((energy) => lufs(energy) > SILENCE_LUFS);
  const gate = lufs(mean(loud)) + RELATIVE_GATE;
  return lufs(mean(loud.filter((energy) => lufs(energy) > gate)));
}

function lufs(energy: number): number {
  return -0.691 + 10 * Math.log10(energy);
}

function mean(values: ArrayLike<number>): number {
  let sum = 0;
  for (let at = 0; at < values.length; at++) sum += values[at]!;
  return values.length === 0 ? 0 : sum / values.length;
}
