import { traced } from '@locutor/contract';
import { Tensor } from 'onnxruntime-node';
import { FRAME_SAMPLES } from './frames.ts';
import type { SpeechGenerator } from './generator/speech-generator.ts';
import { HarmonicSource, type SourceWeights } from './harmonic-source.ts';
import { PhraseDecoder } from './phrase-decoder.ts';
import { PieceJoiner } from './piece-joiner.ts';
import { LONGEST_PIECE, type Piece, piecesOf } from './pieces.ts';
import { ToneSpectrum } from './tone-spectrum.ts';

/** Frames around a piece that are decoded with it and left out, so that it sounds as in its phrase: the generator sees 87 ms. */
const CONTEXT = 4;
/** Of a piece, with those around it. */
export const MOST_FRAMES = LONGEST_PIECE + 2 * CONTEXT;
/**
 * Of the silence before a phrase the first frames are decoded, and those before the speech. The first count for those that are left out, since
 * norms take the loudness of silence into account. Of eight phrases, 2 to 12 frames each were left out; decoded at once, their levels
 * were then 0.3 dB apart.
 */
const SILENCE = { first: 2, beforeSpeech: 5 };
/** Samples in which a piece gives way to the next. */
const OVERLAP = 480;

/** A phrase as the model will say it. */
export interface PlannedPhrase {
  /** How many samples come before its sign with this number, or before its end. */
  startOf(sign: number): number;
  /** Its samples, piece by piece: each is decoded when it is asked for. */
  parts(): AsyncIterable<PhrasePart>;
}

export interface PhrasePart {
  samples: Float32Array;
  isLast: boolean;
}

/** What the planner says of a phrase, and what makes samples of it. */
export interface Plan {
  /** Values of the curves × channels. */
  states: Tensor;
  /** Curves have two values a frame. */
  pitch: Float32Array;
  energy: Float32Array;
  /** Of the silence before, of every sign, and of the silence behind. */
  signFrames: readonly number[];
  style: Tensor;
  generator: SpeechGenerator;
  source: SourceWeights;
  toneSpectrum: ToneSpectrum;
}

export const silentPhrase: PlannedPhrase = {
  startOf: () => 0,
  async *parts() {},
};

export function phraseOf(whole: Plan): PlannedPhrase {
  const { plan, leftOut } = withShortSilence(whole);
  const { pitch, energy, signFrames } = plan;
  const frames = energy.length / 2;
  return {
    startOf: (sign) =>
      FRAME_SAMPLES * signFrames.slice(0, sign + 1).reduce((sum, duration) => sum + duration, 0),
    async *parts() {
      const source = new HarmonicSource(plan.source, pitch);
      const joiner = new PieceJoiner(OVERLAP);
      const decoder = await PhraseDecoder.begin(plan.generator, plan.style);
      for (const piece of piecesOf(frames, energy)) {
        const samples = await traced(
          'decode speech',
          () => decode(plan, source, decoder, piece, piece.from === 0 ? leftOut : 0),
          { 'locutor.frames': piece.to - piece.from },
        );
        const isLast = piece.to === frames;
        yield { samples: joiner.add(samples, isLast), isLast };
      }
    },
  };
}

/** The samples of a piece, with half an overlap on both sides that have a neighbour. */
async function decode(
  { states, energy, toneSpectrum }: Plan,
  source: HarmonicSource,
  decoder: PhraseDecoder,
  piece: Piece,
  leftOut: number,
): Promise<Float32Array> {
  const frames = energy.length / 2;
  const from = Math.max(0, piece.from - CONTEXT);
  const to = Math.min(frames, piece.to + CONTEXT);
  const tone = source.samples(2 * from, 2 * to);
  const spectrum = toneSpectrum.of(tone);
  const columns = ToneSpectrum.columnsOf(tone.length);
  const samples = await decoder.decode(
    {
      states: rows(states, 2 * from, 2 * to),
      spectrum: new Tensor('float32', spectrum, [1, spectrum.length / columns, columns]),
      ...(leftOut > 0 && { lead: { rows: 2 * SILENCE.first, times: 1 + leftOut / SILENCE.first } }),
    },
    piece.to - piece.from + leftOut,
  );
  const sampleOf = (frame: number) => (frame - from) * FRAME_SAMPLES;
  return samples.slice(
    piece.from === 0 ? 0 : sampleOf(piece.from) - OVERLAP / 2,
    piece.to === frames ? samples.length : sampleOf(piece.to) + OVERLAP / 2,
  );
}

/** Some rows of a matrix, where they are. */
function rows(matrix: Tensor, from: number, to: number): Tensor {
  const width = matrix.dims[2]!;
  const data = (matrix.data as Float32Array).subarray(from * width, to * width);
  return new Tensor('float32', data, [1, to - from, width]);
}

/** The same phrase with fewer frames of silence before it. */
function withShortSilence(plan: Plan): { plan: Plan; leftOut: number } {
  const [silence = 0, ...others] = plan.signFrames;
  const leftOut = Math.max(0, silence - SILENCE.first - SILENCE.beforeSpeech);
  if (leftOut === 0) return { plan, leftOut };
  const { states, pitch, energy } = plan;
  const without = (values: Float32Array, perFrame: number) => {
    const [to, from] = [perFrame * SILENCE.first, perFrame * (SILENCE.first + leftOut)];
    return values.copyWithin(to, from).subarray(0, values.length - from + to);
  };
  const [, length, width] = states.dims as [number, number, number];
  const data = without(states.data as Float32Array, 2 * width);
  const short = {
    states: new Tensor('float32', data, [1, length - 2 * leftOut, width]),
    pitch: without(pitch, 2),
    energy: without(energy, 2),
    signFrames: [silence - leftOut, ...others],
  };
  return { plan: { ...plan, ...short }, leftOut };
}
