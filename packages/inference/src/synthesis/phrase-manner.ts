import type { SynthesizeInput } from '@locutor/contract';
import type { Utterance } from '@locutor/pronounce';
import { KOKORO_RATE } from './frames.ts';
import { voiceLevel } from './voice-levels.ts';

/** How a phrase is said. */
export interface Manner {
  /** What the model is told: it says the phrase so many times as fast. */
  speed: number;
  /** How much faster the samples are made afterwards, where the model cannot. */
  stretch: number;
  /** Of the samples of the model. Where it is not the model's own, the voice is higher or lower. */
  sampleRate: number;
  gain: number;
}

const [SLOWEST, FASTEST] = [0.3, 3];
/**
 * The model gives every sign a frame at least: told to be 1.5 times as fast it is, told 2 it is 1.8, told 3 it is 2.1 times as
 * fast. Downwards it does what it is told.
 */
const MODEL_FASTEST = 1.5;
const [LOWEST, HIGHEST] = [0.5, 2];
/** Rates that have a large divisor in common with those of encoders need short filters. */
const RATE_STEP = 300;

/**
 * Pitch is changed by playing the samples at another rate, and the speed that comes with it is taken back by the model.
 * That moves the timbre of the voice too.
 */
export function mannerOf(
  { rate, volume, pitch }: Pick<Utterance, 'rate' | 'volume' | 'pitch'>,
  asked: Pick<SynthesizeInput, 'rate' | 'volume'>,
  voice: string,
): Manner {
  const wanted = KOKORO_RATE * between(LOWEST, pitch, HIGHEST);
  const sampleRate = RATE_STEP * Math.round(wanted / RATE_STEP);
  const whole = between(SLOWEST, asked.rate * rate, FASTEST) / (sampleRate / KOKORO_RATE);
  const speed = Math.min(whole, MODEL_FASTEST);
  return { speed, stretch: whole / speed, sampleRate, gain: asked.volume * volume * voiceLevel(voice) };
}

function between(least: number, value: number, most: number): number {
  return Math.min(most, Math.max(least, value));
}
