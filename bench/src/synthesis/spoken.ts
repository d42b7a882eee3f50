/** One text as some system said it. */
export interface Spoken {
  samples: Float32Array;
  rate: number;
  /** Until the first audio could be played, and until all was there. */
  firstMs: number;
  totalMs: number;
  /** What it cost, wherever that can be seen: other programs' work is not in it. */
  processorMs?: number;
  /** Where parts were joined, in samples. */
  joins: number[];
}

export interface Speaker {
  name: string;
  /** Languages that it speaks. */
  languages: readonly string[];
  /** Undefined where it cannot be said so loud. */
  say(text: string, language: string, volume: number): Promise<Spoken | undefined>;
}

export function seconds({ samples, rate }: Pick<Spoken, 'samples' | 'rate'>): number {
  return samples.length / rate;
}

/** Samples at full scale. */
export function clipped(samples: Float32Array): number {
  return samples.reduce((count, sample) => count + (Math.abs(sample) >= 32_767 / 32_768 ? 1 : 0), 0);
}

export function peak(samples: Float32Array): number {
  return samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);
}

/** The largest step from one sample to the next, near joins and anywhere else. A click is a step as speech has none. */
export function largestSteps({ samples, rate, joins }: Spoken): { joins: number; inside: number } {
  const near = Math.round(0.01 * rate);
  const isNear = new Uint8Array(samples.length);
  for (const join of joins) isNear.fill(1, Math.max(0, join - near), join + near);
  const steps = { joins: 0, inside: 0 };
  for (let at = 1; at < samples.length; at++) {
    const step = Math.abs(samples[at]! - samples[at - 1]!);
    const where = isNear[at] ? 'joins' : 'inside';
    if (step > steps[where]) steps[where] = step;
  }
  return steps;
}
