import type { SpeechSpan } from '@locutor/contract';
import type { DecoderRun } from '../speech/decoder-run.ts';
import type { EncodedSpeech, SpeechModel } from '../speech/speech-model.ts';
import { placeWords, type WordTime } from './place-words.ts';
import { spokenTokens } from './spoken-tokens.ts';
import { wordAttention } from './word-attention.ts';

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
  /** The attention of the model's alignment heads for each token, where a search has kept it. */
  attention?: readonly Float32Array[];
}

/**
 * When each word of a text was said: in order, apart, inside the audio, none of them empty. Where the attention is
 * not known it costs a pass of the decoder over the text, after which the run has to begin anew. `npm run bench -- word-times` prints the errors.
 */
export async function alignWords(
  run: DecoderRun,
  model: SpeechModel,
  encoded: EncodedSpeech,
  { prompt, tokens, words, samples, speech, attention }: AlignInput,
): Promise<WordTime[]> {
  if (words.length === 0) return [];
  const known = attention ?? (await attentionTo(run, model, encoded, prompt, tokens));
  const spoken = words.map((word) => spokenTokens(model.vocabulary, tokens, word));
  return placeWords({
    attention: wordAttention(known, encoded.frames, spoken),
    encoded,
    shape: model.shape,
    samples,
    speech,
  });
}

async function attentionTo(
  run: DecoderRun,
  model: SpeechModel,
  encoded: EncodedSpeech,
  prompt: readonly number[],
  tokens: readonly number[],
): Promise<Float32Array[]> {
  run.begin(encoded);
  // What follows the last token is the end, which is no word.
  const all = await run.attentions([...prompt, ...tokens.slice(0, -1)], model.alignmentHeads);
  return all.slice(prompt.length - 1);
}
