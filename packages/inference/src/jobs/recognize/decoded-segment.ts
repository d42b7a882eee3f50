import { SAMPLE_RATE } from '@locutor/contract';
import { alignWords, type WordTime } from '../../align/index.ts';
import type { Hypothesis } from '../../search/beam-search.ts';
import type { SegmentSearch } from '../../search/segment-search.ts';
import type { PreparedSamples } from '../../speech/prepare-samples.ts';
import type { TokenRange } from './candidate.ts';

/** One segment after its free search, with the samples that the model was given. */
export interface DecodedSegment extends SegmentSearch {
  prepared: PreparedSamples;
}

/** When parts of a text were said, as token ranges [from, to), in seconds from the start of the segment. */
export async function timesOf(
  { model, run, encoded, prepared, prompt, input }: DecodedSegment,
  { tokens, attention }: Pick<Hypothesis, 'tokens' | 'attention'>,
  parts: readonly TokenRange[],
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
