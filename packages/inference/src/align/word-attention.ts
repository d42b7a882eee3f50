import type { RecognizerGraphs } from '@locutor/graphs';
import type { EncodedSpeech } from '../speech/speech-model.ts';
import { cellMiddle } from './cells.ts';

/** Samples from a frame's place to the middle of the encoder's receptive field for it. */
const FRAME_MIDDLE = { moonshine: 447.5, whisper: 0 } as const;

/** Below this share attention says nothing about which word it is: heads wander to other words and to pauses. */
const LEAST_SHARE = 0.03;

/** Attention of each word, summed over its tokens: words × frames. */
export function wordAttention(
  tokens: readonly Float32Array[],
  frames: number,
  words: readonly { from: number; to: number }[],
): Float32Array {
  const sums = new Float32Array(words.length * frames);
  for (const [word, { from, to }] of words.entries()) {
    for (const attention of tokens.slice(from, to)) {
      for (let frame = 0; frame < frames; frame++) sums[word * frames + frame]! += attention[frame]!;
    }
  }
  return sums;
}

/** How likely each cell belongs to each word, had it to be one of them: log probabilities, words × cells. */
export function wordScores(
  attention: Float32Array,
  { frames, lead }: Pick<EncodedSpeech, 'frames' | 'lead'>,
  { family, samplesPerFrame }: Pick<RecognizerGraphs, 'family' | 'samplesPerFrame'>,
  cells: number,
): Float32Array {
  const words = attention.length / frames;
  const scores = new Float32Array(words * cells);
  for (let cell = 0; cell < cells; cell++) {
    const place = (cellMiddle(cell) + lead - FRAME_MIDDLE[family]) / samplesPerFrame;
    const inside = Math.max(0, Math.min(frames - 1, place));
    const before = Math.floor(inside);
    const after = Math.min(frames - 1, before + 1);
    let sum = Number.MIN_VALUE;
    for (let word = 0; word < words; word++) {
      const [left, right] = [attention[word * frames + before]!, attention[word * frames + after]!];
      const value = left + (right - left) * (inside - before);
      scores[word * cells + cell] = value;
      sum += value;
    }
    for (let word = 0; word < words; word++) {
      const share = scores[word * cells + cell]! / sum;
      scores[word * cells + cell] = Math.log(LEAST_SHARE + (1 - LEAST_SHARE) * share);
    }
  }
  return scores;
}
