import { bands } from '@locutor/contract';
import type { MeanVoice } from './mean-voice.ts';
import { bandOf, type CohortLikeness, type PlacedVoice } from './placed-voice.ts';
import { dot } from './vectors.ts';
import { EMBEDDING, VOICE } from './voice.ts';
import { VoiceError } from './voice-error.ts';

/** A voice, and what was made of it with one background: with another it is made again, and nobody has to enrol again. */
export interface EnrolledVoice {
  readonly mean: MeanVoice;
  readonly placed: PlacedVoice;
}

export interface Voiceprint extends EnrolledVoice {
  /** The same voice over a telephone line; absent where all of it came over one, and in voiceprints of before. */
  readonly telephone?: EnrolledVoice;
  /** Of the background. */
  readonly digest: string;
}

/** "LVP2" without a telephone voice, "LVP3" with one. */
const MAGIC = 0x32_50_56_4c;
const MAGIC_WITH_TELEPHONE = 0x33_50_56_4c;
const DIGEST = 16;
const NUMBERS = 8;
const HEAD = 4 + 4 + DIGEST;
/** Numbers and vectors of one voice. */
const BODY = 4 * NUMBERS + 2 * 2 * VOICE;
const LENGTH = HEAD + BODY;
const LENGTH_WITH_TELEPHONE = LENGTH + 4 + BODY;
const STEPS = 32_767;

/** Four kilobytes for each voice: vectors in 16 bits a number, which moves a score by less than 0.0001. */
export function writeVoiceprint({ mean, placed, telephone, digest }: Voiceprint): Uint8Array {
  const bytes = new Uint8Array(telephone ? LENGTH_WITH_TELEPHONE : LENGTH);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, telephone ? MAGIC_WITH_TELEPHONE : MAGIC, true);
  view.setUint32(4, mean.utterances, true);
  bytes.set(Buffer.from(digest, 'hex'), 8);
  writeBody(view, HEAD, { mean, placed });
  if (telephone) {
    view.setUint32(LENGTH, telephone.mean.utterances, true);
    writeBody(view, LENGTH + 4, telephone);
  }
  return bytes;
}

export function readVoiceprint(bytes: Uint8Array): Voiceprint {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const magic = bytes.length < HEAD ? undefined : view.getUint32(0, true);
  const isWithout = magic === MAGIC && bytes.length === LENGTH;
  const isWith = magic === MAGIC_WITH_TELEPHONE && bytes.length === LENGTH_WITH_TELEPHONE;
  if (!isWithout && !isWith) {
    throw new VoiceError('foreign', `${bytes.length} bytes are no voiceprint of this version`);
  }
  return {
    ...readBody(view, HEAD, view.getUint32(4, true)),
    ...(isWith && { telephone: readBody(view, LENGTH + 4, view.getUint32(LENGTH, true)) }),
    digest: Buffer.from(bytes.subarray(8, 8 + DIGEST)).toString('hex'),
  };
}

function writeBody(view: DataView, at: number, { mean, placed }: EnrolledVoice): void {
  const vectors = [mean.embedding, placed.direction];
  const steps = vectors.map((vector) => Math.fround(largest(vector) / STEPS));
  const likenesses = bands.flatMap((band) => [placed.cohorts[band].mean, placed.cohorts[band].deviation]);
  for (const [n, value] of [mean.speech, mean.narrow, ...likenesses, ...steps].entries()) {
    view.setFloat32(at + 4 * n, value, true);
  }
  for (const [n, vector] of vectors.entries()) {
    for (let k = 0; k < VOICE; k++) {
      view.setInt16(at + 4 * NUMBERS + 2 * (n * VOICE + k), Math.round(vector[k]! / steps[n]!), true);
    }
  }
}

function readBody(view: DataView, at: number, utterances: number): EnrolledVoice {
  const numbers = Array.from({ length: NUMBERS }, (_, n) => view.getFloat32(at + 4 * n, true));
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
    const start = at + 4 * NUMBERS + 2 * n * VOICE;
    for (let k = 0; k < VOICE; k++) values[k] = steps[n] * view.getInt16(start + 2 * k, true);
    return values;
  };
  const mean = { embedding: vector(0), speech, utterances, narrow };
  const wide = { mean: wideMean, deviation: wideDeviation };
  const cohorts = { wide, narrow: { mean: narrowMean, deviation: narrowDeviation } };
  const placed = { direction: vector(1), band: bandOf(mean), cohorts };
  if (!numbers.every(Number.isFinite) || !isMean(mean) || !isPlaced(placed)) {
    throw new VoiceError('foreign', 'a voiceprint is damaged: its numbers are out of range');
  }
  return { mean, placed };
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
