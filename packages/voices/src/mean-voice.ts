import { VOICE, type VoicePart } from './voice.ts';

/** The mean embedding of utterances of one person: no background is needed for it. */
export interface MeanVoice {
  /** Of embeddings of length one by their speech, so the shorter, the less they agree. */
  readonly embedding: Float64Array;
  /** Seconds of voice. */
  readonly speech: number;
  readonly utterances: number;
  /** Share of the speech that has nothing above the band of telephones. */
  readonly narrow: number;
}

/** The mean of parts by their speech, and of the mean so far if there is one. */
export function meanVoice(parts: readonly VoicePart[], before?: MeanVoice): MeanVoice {
  const embedding = new Float64Array(VOICE);
  let [speech, narrow] = [0, 0];
  const add = (one: Float32Array | Float64Array, seconds: number, narrowSeconds: number) => {
    for (let n = 0; n < VOICE; n++) embedding[n]! += seconds * one[n]!;
    speech += seconds;
    narrow += narrowSeconds;
  };
  if (before) add(before.embedding, before.speech, before.narrow * before.speech);
  for (const part of parts) add(part.embedding, part.speech, part.narrow ? part.speech : 0);
  return {
    embedding: embedding.map((value) => value / speech),
    speech,
    utterances: parts.length + (before?.utterances ?? 0),
    narrow: narrow / speech,
  };
}
