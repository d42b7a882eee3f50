import type { SpoofingScore } from '@locutor/contract';
import type { CutUtterance } from '../embed/utterance-cutter.ts';
import { detectorSamples } from './detector-samples.ts';
import type { SpoofingDetector } from './spoofing-detector.ts';

/** The detector's score of an utterance; undefined if the utterance is too short for one. */
export async function scoreSpoofing(
  { windows }: Pick<CutUtterance, 'windows'>,
  narrow: boolean,
  maxSeconds: number,
  detector: Pick<SpoofingDetector, 'score'>,
): Promise<SpoofingScore | undefined> {
  const samples = detectorSamples(windows, maxSeconds);
  if (!samples) return undefined;
  return { score: await detector.score(samples), band: narrow ? 'narrow' : 'wide' };
}
