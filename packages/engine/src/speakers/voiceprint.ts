import { bands } from './background.ts';
import type { MeanVoice } from './mean-voice.ts';
import { bandOf, type CohortLikeness, type PlacedVoice } from './placed-voice.ts';
import { dot } from './vectors.ts';
import { EMBEDDING, VOICE } from './voice.ts';
import { VoiceError } from './voice-error.ts';

/** A voice, and what was made of it with one background: with another it is made again, and nobody has to enrol again. */
export interface Voiceprint {
  readonly mean: MeanVoice;
  readonly placed: PlacedVoice;
  /** Of the background. */
  readonly digest: string;
}

const MAGIC = 0x32_50_56_4c; // "LVP2"
const DIGEST = 16;
const NUMBERS = 8;
const HEAD = 8 + DIGEST + 4 * NUMBERS;
const LENGTH = HEAD + 2 * 2 * VOICE;
const STEPS = 32_767;

/** About four kilobytes: vectors in 16 bits a number, which moves a score by less than 0.0001. */
export function writeVoiceprint({ mean, placed, digest }: Voiceprint): Uint8Array {
  const bytes = new Uint8Array(LENGTH);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, MAGIC, true);
  view.setUint32(4, mean.utterances, true);
  bytes.set(Buffer.from(digest, 'hex'), 8);
  const vectors = [mean.embedding, placed.direction];
  const steps = vectors.map((vector) => Math.fround(largest(vector) / STEPS));
  const likenesses = bands.flatMap((band) => [placed.cohorts[band].mean, placed.cohorts[band].deviation]);
  for (const [n, value] of [mean.speech, mean.narrow, ...likenesses, ...steps].entries()) {
    view.setFloat32(8 + DIGEST + 4 * n, value, true);
  }
  for (const [n, vector] of vectors.entries()) {
    for (let k = 0; k < VOICE; k++) {
      view.setInt16(HEAD + 2 * (n * VOICE + k), Math.round(vector[k]! / steps[n]!), true);
    }
  }
  return bytes;
}

export function readVoiceprint(bytes: Uint8Array): Voiceprint {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.length !== LENGTH || view.getUint32(0, true) !== MAGIC) {
    throw new VoiceError('foreign', `${bytes.length} bytes are no voiceprint of this version`);
  }
  const numbers = Array.from({ length: NUMBERS }, (_, n) => view.getFloat32(8 + DIGEST + 4 * n, true));
  const [speech, narrow, wideMean, wideDeviation, narrowMean, narrowDeviation, ...steps] = numbers as [
    number,
    number,
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  const vector = (n: 0 | 1) => {
    const values = new Float64Array(VOICE);
    for (let k = 0; k < VOICE; k++) values[k] = steps[n] * view.getInt16(HEAD + 2 * (n * VOICE + k), true);
    return values;
  };
  const mean = { embedding: vector(0), speech, utterances: view.getUint32(4, true), narrow };
  const wide = { mean: wideMean, deviation: wideDeviation };
  const cohorts = { wide, narrow: { mean: narrowMean, deviation: narrowDeviation } };
  const placed = { direction: vector(1), band: bandOf(mean), cohorts };
  if (!numbers.every(Number.isFinite) || !isMean(mean) || !isPlaced(placed)) {
    throw new VoiceError('foreign', 'a voiceprint is damaged: its numbers are out of range');
  }
  return { mean, placed, digest: Buffer.from(bytes.subarray(8, 8 + DIGEST)).toString('hex') };
}

function isMean({ embedding, speech, utterances, narrow }: MeanVoice): boolean {
  const lengths = Array.from({ length: VOICE / EMBEDDING }, (_, n) =>
    lengthOf(embedding.subarray(n * EMBEDDING, (n + 1) * EMBEDDING)),
  );
  const isSound = lengths.every((length) => length > 0 && length < 1.01);
  return isSound && speech > 0 && utterances > 0 && narrow >= 0 && narrow <= 1;
}

function isPlaced({ direction, cohorts }: PlacedVoice): boolean {
  const isSound = ({ deviation }: CohortLikeness) => deviation > 0;
  return Math.abs(lengthOf(direction) - 1) < 0.01 && bands.every((band) => isSound(cohorts[band]));
}

function lengthOf(vector: Float64Array): number {
  return Math.sqrt(dot(vector, vector));
}

function largest(vector: Float64Array): number {
  return vector.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
}
