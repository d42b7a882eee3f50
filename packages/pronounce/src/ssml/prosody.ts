import type { Manner } from '../segment.ts';

/** What the interface of synthesis accepts; values beyond are brought to the nearest. */
const RANGES = { rate: [0.3, 3], volume: [0, 2], pitch: [0.5, 2] } as const;

const RATES: Readonly<Record<string, number>> = {
  ...{ 'x-slow': 0.5, slow: 0.75, medium: 1, default: 1, fast: 1.3, 'x-fast': 1.6 },
};
const VOLUMES: Readonly<Record<string, number>> = {
  ...{ silent: 0, 'x-soft': 0.4, soft: 0.7, medium: 1, default: 1, loud: 1.4, 'x-loud': 1.8 },
};
const PITCHES: Readonly<Record<string, number>> = {
  ...{ 'x-low': 0.75, low: 0.87, medium: 1, default: 1, high: 1.15, 'x-high': 1.3 },
};

const CHANGE = /^([+-]\d+(?:\.\d+)?)%$/;
const PERCENT = /^(\d+(?:\.\d+)?)%$/;
const NUMBER = /^\d+(?:\.\d+)?$/;
const SIGNED = /^[+-]\d+(?:\.\d+)?$/;
const FULL_VOLUME = 100;
const DECIBEL = /^([+-]?\d+(?:\.\d+)?)dB$/i;
const SEMITONES = /^([+-]?\d+(?:\.\d+)?)st$/i;
const HERTZ = /^[+-]?\d+(?:\.\d+)?Hz$/i;

/** The factor that a value of `rate` stands for, or undefined where it is no such value. */
export function rateOf(value: string): number | undefined {
  if (Object.hasOwn(RATES, value)) return RATES[value];
  if (NUMBER.test(value)) return Number(value);
  return changeOf(value);
}

export function volumeOf(value: string): number | undefined {
  if (Object.hasOwn(VOLUMES, value)) return VOLUMES[value];
  // SSML 1.0 counts from 0 to 100, the usual volume, and changes it by such numbers; SSML 1.1 has decibels.
  if (NUMBER.test(value)) return Number(value) <= FULL_VOLUME ? Number(value) / FULL_VOLUME : undefined;
  if (SIGNED.test(value)) return Math.max(0, 1 + Number(value) / FULL_VOLUME);
  const decibel = DECIBEL.exec(value);
  return decibel ? 10 ** (Number(decibel[1]) / 20) : changeOf(value);
}

export function pitchOf(value: string): number | undefined {
  if (Object.hasOwn(PITCHES, value)) return PITCHES[value];
  const semitones = SEMITONES.exec(value);
  if (semitones) return 2 ** (Number(semitones[1]) / 12);
  // The pitch of a voice is not known, so that a frequency says nothing.
  return HERTZ.test(value) ? 1 : changeOf(value);
}

/** "+20%" and "120%" are the same. */
function changeOf(value: string): number | undefined {
  const change = CHANGE.exec(value);
  if (change) return 1 + Number(change[1]) / 100;
  const percent = PERCENT.exec(value);
  return percent ? Number(percent[1]) / 100 : undefined;
}

/** A manner changed by factors, which multiply where elements are nested. */
export function changed(manner: Manner, name: keyof typeof RANGES, factor: number): Manner {
  const [low, high] = RANGES[name];
  return { ...manner, [name]: Math.min(high, Math.max(low, manner[name] * factor)) };
}
