import { alignWords, type WordTime } from '../../align/index.ts';
import type { RecognizeSegmentInput } from '../../contract/recognition.ts';
import { SAMPLE_RATE } from '../../contract/sample-rate.ts';
import type { Hypothesis } from '../../search/beam-search.ts';
import type { DecoderRun } from '../../speech/decoder-run.ts';
import type { PreparedSamples } from '../../speech/prepare-samples.ts';
import type { EncodedSpeech, SpeechModel } from '../../speech/speech-model.ts';

/** One segment on its way through a model. */
export interface Heard {
  model: SpeechModel;
  run: DecoderRun;
  encoded: EncodedSpeech;
  prepared: PreparedSamples;
  language: string;
  prompt: readonly number[];
  input: RecognizeSegmentInput;
  checkpoint: () => Promise<void>;
}

/** When parts of a text were said, as token ranges [from, to), in seconds from the start of the segment. */
export async function timesOf(
  { model, run, encoded, prepared, prompt, input }: Heard,
  { tokens, attention }: Pick<Hypothesis, 'tokens' | 'attention'>,
  parts: readonly { from: number; to: number }[],
): Promise<WordTime[]> {
  const lead = prepared.lead / SAMPLE_RATE;
  const seconds = input.samples.length / SAMPLE_RATE;
  const within = (time: number) => Math.min(Math.max(time - lead, 0), seconds);
  const times = await alignWords(run, model, encoded, {
    prompt,
    tokens,
    words: parts,
    samples: prepared.samples,
    speech: input.speech.map(({ start, end }) => ({ start: start + lead, end: end + lead })),
    ...(attention && { attention }),
  });
  return times.map(({ start, end }) => ({ start: within(start), end: within(end) }));
}
