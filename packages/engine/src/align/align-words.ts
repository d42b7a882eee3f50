import type { DecoderRun } from '../decode/decoder-run.ts';
import type { EncodedSpeech, SpeechModel } from '../speech/speech-model.ts';
import { VOICE_RATE } from '../voice/silero.ts';
import type { SpeechSpan } from '../voice/speech-spans.ts';
import { bestPath } from './best-path.ts';
import { CELL, cellCount } from './cells.ts';
import { pauseScores } from './pauses.ts';
import { spokenTokens } from './spoken-tokens.ts';
import { wordAttention, wordScores } from './word-attention.ts';

/** Seconds from the start of the audio. */
export interface WordTime {
  start: number;
  end: number;
}

export interface AlignInput {
  /** What the text was decoded after. */
  prompt: readonly number[];
  /** The text, without prompt and end. */
  tokens: readonly number[];
  /** The words, as ranges [from, to) of tokens. */
  words: readonly { from: number; to: number }[];
  /** The audio that was encoded, at 16 kHz. */
  samples: Float32Array;
  /** Where somebody speaks in it, in seconds; empty where that is not known. */
  speech: readonly SpeechSpan[];
}

/**
 * When each word of a text was said: in order, apart, inside the audio, none of them empty. Costs a pass of the
 * decoder over the text; `bench/word-times` has the errors.
 */
export async function alignWords(
  run: DecoderRun,
  model: SpeechModel,
  encoded: EncodedSpeech,
  { prompt, tokens, words, samples, speech }: AlignInput,
): Promise<WordTime[]> {
  const cells = cellCount(samples);
  const seconds = samples.length / VOICE_RATE;
  if (words.length === 0 || cells < words.length) return spread(words.length, seconds);
  run.begin(encoded);
  // The last token predicts the end, which is no word.
  const heads = await run.attentions([...prompt, ...tokens.slice(0, -1)], model.alignmentHeads);
  const rows = words.map((word) => {
    const { from, to } = spokenTokens(model.vocabulary, tokens, word);
    return { from: prompt.length - 1 + from, to: prompt.length - 1 + to };
  });
  const attention = wordAttention(heads, encoded.frames, rows);
  const path = bestPath(wordScores(attention, encoded, model.shape, cells), pauseScores(samples, speech));
  return path.map(({ from, to }) => ({
    start: (from * CELL) / VOICE_RATE,
    end: Math.min((to * CELL) / VOICE_RATE, seconds),
  }));
}

/** For audio shorter than anyone says so many words in. */
function spread(count: number, seconds: number): WordTime[] {
  return Array.from({ length: count }, (_, word) => ({
    start: (word * seconds) / count,
    end: ((word + 1) * seconds) / count,
  }));
}
