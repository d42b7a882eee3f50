/** How far `samples` lie from `reference`, in dB below it, at the best shift of up to `reach` samples. */
export function alignedSnr(samples: Float32Array, reference: Float32Array, reach: number): number {
  let best = Number.NEGATIVE_INFINITY;
  for (let shift = -reach; shift <= reach; shift++)
    best = Math.max(best, snr(samples, reference, shift, reach));
  return best;
}

/** At which delay of up to `reach` samples `samples` are the most like `reference`, and how much; 1 is the same shape. */
export function bestDelay(
  samples: Float32Array,
  reference: Float32Array,
  reach: number,
): { delay: number; correlation: number } {
  let best = { delay: 0, correlation: Number.NEGATIVE_INFINITY };
  for (let delay = 0; delay <= reach; delay++) {
    const correlation = correlationAt(samples, reference, delay);
    if (correlation > best.correlation) best = { delay, correlation };
  }
  return best;
}

function correlationAt(samples: Float32Array, reference: Float32Array, delay: number): number {
  const end = Math.min(samples.length - delay, reference.length);
  let [product, power, referencePower] = [0, 0, 0];
  for (let i = 0; i < end; i++) {
    const [a, b] = [samples[i + delay]!, reference[i]!];
    product += a * b;
    power += a * a;
    referencePower += b * b;
  }
  return product / Math.sqrt(power * referencePower + 1e-30);
}

function snr(samples: Float32Array, reference: Float32Array, shift: number, margin: number): number {
  let signal = 0;
  let noise = 0;
  const end = Math.min(samples.length, reference.length) - margin;
  for (let i = margin; i < end; i++) {
    signal += reference[i]! ** 2;
    noise += (samples[i + shift]! - reference[i]!) ** 2;
  }
  return 10 * Math.log10(signal / noise);
}

export function sine(frequency: number, rate: number, seconds: number, amplitude = 1): Float32Array {
  return Float32Array.from(
    { length: Math.round(rate * seconds) },
    (_, i) => amplitude * Math.sin((2 * Math.PI * frequency * i) / rate),
  );
}

/** The level of one frequency in the middle of `samples`, in dB of a full-scale sine, under a flat-top window. */
export function level(samples: Float32Array, frequency: number, rate: number): number {
  const length = samples.length;
  let [re, im, weight] = [0, 0, 0];
  for (let i = 0; i < length; i++) {
    const turn = (2 * Math.PI * i) / length;
    // Blackman–Harris: its side lobes lie at −92 dB.
    const window =
      0.35875 - 0.48829 * Math.cos(turn) + 0.14128 * Math.cos(2 * turn) - 0.01168 * Math.cos(3 * turn);
    const angle = (2 * Math.PI * frequency * i) / rate;
    re += samples[i]! * window * Math.cos(angle);
    im += samples[i]! * window * Math.sin(angle);
    weight += window;
  }
  return 20 * Math.log10((2 * Math.hypot(re, im)) / weight + 1e-12);
}
