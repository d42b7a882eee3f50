import type { FindSegmentsInput, SegmentRequest, SynthesizeInput, SynthesizerName } from '@locutor/contract';

/** The models that a job needs beyond those that every engine process has loaded, by their names in the model store. */
export function jobModels(kind: string, input: unknown): readonly string[] {
  if (kind === 'recognize-segment') return segmentModels(input as SegmentRequest);
  if (kind === 'find-segments') return segmentModels((input as FindSegmentsInput).recognize);
  if (kind === 'synthesize') return synthesisModels((input as SynthesizeInput).model);
  return [];
}

/** What has to be installed to speak. The voices come with the quantised model. */
export function synthesisModels(model: SynthesizerName): readonly string[] {
  return model === 'kokoro' ? ['kokoro'] : ['kokoro', model];
}

/** What has to be installed to read emotions. */
export const EMOTION_MODELS: readonly string[] = ['emotion', 'moonshine-base'];

function segmentModels(request: SegmentRequest | undefined): readonly string[] {
  if (!request) return [];
  const { model, secondOpinion, enhanced, emotion } = request;
  return [
    model,
    ...(secondOpinion ? [secondOpinion] : []),
    ...(enhanced ? ['dtln'] : []),
    ...(emotion ? EMOTION_MODELS : []),
  ];
}
