import { SAMPLE_RATE, type SpeechSpan } from '@locutor/contract';
import type { RecognizerGraphs } from '@locutor/graphs';
import type { EncodedSpeech } from '../speech/speech-model.ts';
import { CELL, cellCount } from './cells.ts';
import { pauseScores } from './pauses.ts';
import { viterbi } from './viterbi.ts';
import { wordScores } from './word-attention.ts';

/** Seconds from the start of the audio. */
export interface WordTime {
  start: number;
  end: number;
}

export interface AlignmentInput {
  /** Of each word, to each frame: words × frames. */
  attention: Float32Array;
  encoded: Pick<EncodedSpeech, 'frames' | 'lead'>;
  shape: Pick<RecognizerGraphs, 'family' | 'samplesPerFrame'>;
  samples: Float32Array;
  speech: readonly SpeechSpan[];
}

/** Where attention, loudness and voice activity together put the words. */
export function placeWords({ attention, encoded, shape, samples, speech }: AlignmentInput): WordTime[] {
  const cells = cellCount(samples);
  const seconds = samples.length / SAMPLE_RATE;
  const words = attention.length / encoded.frames;
  if (words === 0) return [];
  if (cells < words) return spread(words, seconds);
  const scores = wordScores(attention, encoded, shape, cells);
  return viterbi(scores, pauseScores(samples, speech)).map(({ from, to }) => ({
    start: (from * CELL) / SAMPLE_RATE,
    end: Math.min((to * CELL) / SAMPLE_RATE, seconds),
  }));
}

/** For audio shorter than anyone says so many words in. */
function spread(count: number, seconds: number): WordTime[] {
  return Array.from({ length: count }, (_, word) => ({
    start: (word * seconds) / count,
    end: ((word + 1) * seconds) / count,
  }));
}
