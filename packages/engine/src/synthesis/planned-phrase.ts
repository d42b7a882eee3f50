import { Tensor } from 'onnxruntime-node';
import { traced } from '../contract/trace.ts';
import { FRAME_SAMPLES } from './frames.ts';
import type { SpeechGenerator } from './generator/speech-generator.ts';
import { HarmonicSource, type SourceWeights } from './harmonic-source.ts';
import { PhraseDecoder } from './phrase-decoder.ts';
import { PieceJoiner } from './piece-joiner.ts';
import { LONGEST_PIECE, type Piece, piecesOf } from './pieces.ts';

/** Frames around a piece that are decoded with it and left out, so that it sounds as in its phrase: the generator sees 87 ms. */
const CONTEXT = 4;
/** Of a piece, with those around it. */
export const MOST_FRAMES = LONGEST_PIECE + 2 * CONTEXT;
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
  /** Channels × values of the curves. */
  states: Tensor;
  /** Curves have two values a frame. */
  pitch: Float32Array;
  energy: Float32Array;
  /** Of the silence before, of every sign, and of the silence behind. */
  signFrames: readonly number[];
  style: Tensor;
  generator: SpeechGenerator;
  source: SourceWeights;
}

export const silentPhrase: PlannedPhrase = {
  startOf: () => 0,
  async *parts() {},
};

export function phraseOf(plan: Plan): PlannedPhrase {
  const { pitch, energy, signFrames } = plan;
  const frames = energy.length / 2;
  return {
    startOf: (sign) =>
      FRAME_SAMPLES * signFrames.slice(0, sign + 1).reduce((sum, duration) => sum + duration, 0),
    async *parts() {
      const source = new HarmonicSource(plan.source, pitch);
      const joiner = new PieceJoiner(OVERLAP);
      const decoder = new PhraseDecoder(plan.generator);
      for (const piece of piecesOf(frames, energy)) {
        const samples = await traced('decode speech', () => decode(plan, source, decoder, piece), {
          'locutor.frames': piece.to - piece.from,
        });
        const isLast = piece.to === frames;
        yield { samples: joiner.add(samples, isLast), isLast };
      }
    },
  };
}

/** The samples of a piece, with half an overlap on both sides that have a neighbour. */
async function decode(
  { states, energy, style }: Plan,
  source: HarmonicSource,
  decoder: PhraseDecoder,
  piece: Piece,
): Promise<Float32Array> {
  const frames = energy.length / 2;
  const from = Math.max(0, piece.from - CONTEXT);
  const to = Math.min(frames, piece.to + CONTEXT);
  const excitation = source.samples(2 * from, 2 * to);
  const samples = await decoder.decode(
    {
      states: columns(states, 2 * from, 2 * to),
      style,
      source: new Tensor('float32', excitation, [1, excitation.length, 1]),
    },
    piece.to - piece.from,
  );
  const sampleOf = (frame: number) => (frame - from) * FRAME_SAMPLES;
  return samples.slice(
    piece.from === 0 ? 0 : sampleOf(piece.from) - OVERLAP / 2,
    piece.to === frames ? samples.length : sampleOf(piece.to) + OVERLAP / 2,
  );
}

/** Some columns of a matrix. */
function columns(matrix: Tensor, from: number, to: number): Tensor {
  const [, rows, width] = matrix.dims as [number, number, number];
  const data = matrix.data as Float32Array;
  const part = new Float32Array(rows * (to - from));
  for (let row = 0; row < rows; row++)
    part.set(data.subarray(row * width + from, row * width + to), row * (to - from));
  return new Tensor('float32', part, [1, rows, to - from]);
}
