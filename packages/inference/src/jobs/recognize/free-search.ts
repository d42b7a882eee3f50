import { isLittle, type RecognizeSegmentInput, traced } from '@locutor/contract';
import { beamSearch, type Hypothesis } from '../../search/beam-search.ts';
import type { Guide } from '../../search/guide.ts';
import { searchOptions } from '../../search/search-options.ts';
import type { DecoderRun } from '../../speech/decoder-run.ts';
import { prepareSamples } from '../../speech/prepare-samples.ts';
import type { FirstImpression, SpeechModel } from '../../speech/speech-model.ts';
import type { DecodedSegment } from './decoded-segment.ts';

export interface LoadedRecognizer {
  model: SpeechModel;
  run: DecoderRun;
}

/** What one model found in a segment when nothing bound its words. */
export interface FreeSearch {
  segment: DecodedSegment;
  impression: FirstImpression;
  /** What steered it; none where there were no hints. */
  guide?: Guide;
  /** Best first. */
  hypotheses: Hypothesis[];
  /** Log probability of no text at all. */
  empty: number;
}

export async function searchFreely(
  { model, run }: LoadedRecognizer,
  sound: Float32Array,
  input: RecognizeSegmentInput,
  checkpoint: () => Promise<void>,
): Promise<FreeSearch> {
  const prepared = prepareSamples(sound, input.speech, model.edge);
  await checkpoint();
  // Sentences of grammars are judged by their sounds too, and short words are told from noises by them.
  const inner =
    input.emotion === true ||
    input.voice !== undefined ||
    (input.grammars?.length ?? 0) > 0 ||
    isLittle(input.speech);
  const encoded = await traced('encode', () => model.encode(prepared.samples, { inner }));
  await checkpoint();
  const impression = await model.listen(encoded);
  const language = input.language === 'auto' ? impression.language : input.language;
  const options = searchOptions(model, language, input);
  let empty = Number.NEGATIVE_INFINITY;
  const hypotheses = await traced('search', () =>
    beamSearch(run, model, encoded, {
      ...options,
      ...(input.words !== 'none' && { heads: model.alignmentHeads }),
      onEmpty: (logProb) => {
        empty = logProb;
      },
      checkpoint,
    }),
  );
  const { prompt, guide } = options;
  const segment = { model, run, encoded, prepared, language, prompt, input, checkpoint };
  return { segment, impression, ...(guide && { guide }), hypotheses, empty };
}
