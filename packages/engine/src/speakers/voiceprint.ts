import { dot } from './vectors.ts';
import { VoiceError } from './voice-error.ts';

/** The mean of what utterances of one person are like. */
export interface MeanVoice {
  readonly direction: Float64Array;
  /** 1 when all utterances have the same direction, towards 0 when none agree. */
  readonly agreement: number;
  /** Seconds of voice. */
  readonly speech: number;
  readonly utterances: number;
  /** How alike it is to the people of the background who are most alike. */
  readonly cohort: CohortLikeness;
}

export interface CohortLikeness {
  readonly mean: number;
  readonly deviation: number;
}

const MAGIC = 0x31_50_56_4c; // "LVP1"
const HEAD = 28;
const STEPS = 32_767;

/** About a kilobyte: the direction in 16 bits a number, which moves a score by less than 0.0001. */
export function writeVoiceprint(voice: MeanVoice): Uint8Array {
  const { direction } = voice;
  const bytes = new Uint8Array(HEAD + 2 * direction.length);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, MAGIC, true);
  view.setUint32(4, voice.utterances, true);
  const numbers = [voice.agreement, voice.speech, voice.cohort.mean, voice.cohort.deviation];
  for (const [n, value] of numbers.entries()) view.setFloat32(8 + 4 * n, value, true);
  const largest = direction.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  view.setFloat32(24, largest / STEPS, true);
  const step = view.getFloat32(24, true);
  for (const [n, value] of direction.entries()) {
    view.setInt16(HEAD + 2 * n, Math.round(value / step), true);
  }
  return bytes;
}

export function readVoiceprint(bytes: Uint8Array, size: number): MeanVoice {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.length !== HEAD + 2 * size || view.getUint32(0, true) !== MAGIC) {
    throw new VoiceError('foreign', `${bytes.length} bytes are no voiceprint of this version`);
  }
  const numbers = Array.from({ length: 5 }, (_, n) => view.getFloat32(8 + 4 * n, true));
  const [agreement, speech, mean, deviation, step] = numbers as [number, number, number, number, number];
  const utterances = view.getUint32(4, true);
  const direction = new Float64Array(size);
  for (let n = 0; n < size; n++) direction[n] = step * view.getInt16(HEAD + 2 * n, true);
  const length = Math.sqrt(dot(direction, direction));
  const isSound =
    numbers.every(Number.isFinite) &&
    speech > 0 &&
    deviation > 0 &&
    utterances > 0 &&
    Math.abs(length - 1) < 0.01;
  if (!isSound) throw new VoiceError('foreign', 'a voiceprint is damaged: its numbers are out of range');
  return { direction, agreement, speech, utterances, cohort: { mean, deviation } };
}
