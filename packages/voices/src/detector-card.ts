import { readFileSync } from 'node:fs';
import { type Band, bands, inferenceFile } from '@locutor/contract';

/** Scores are log-odds that speech is synthetic or converted: positive means that it is more likely spoofed. */
export interface SpoofingThresholds {
  /** From this score on fraud is detected. */
  readonly reject: number;
  /** Up to this score the speech is accepted as natural. */
  readonly accept: number;
}

/** What is known of the detector that comes with this version. */
export interface DetectorCard {
  readonly version: string;
  readonly thresholds: Readonly<Record<Band, SpoofingThresholds>>;
  /** With less speech in all nothing is decided. */
  readonly minSpeechSeconds: number;
  /** Of one utterance no more is scored. */
  readonly maxSeconds: number;
}

/** Thresholds and limits as they were measured when the network was trained. */
export function detectorCard(): DetectorCard {
  return readDetectorCard(readFileSync(inferenceFile('weights/spoofing/detector.json'), 'utf8'));
}

export function readDetectorCard(text: string): DetectorCard {
  const { version, thresholds, minSpeechSeconds, maxSeconds } = JSON.parse(text) as DetectorCard;
  for (const band of bands) {
    const { reject, accept } = thresholds[band];
    if (!(accept <= reject))
      throw new Error(`detector.json: ${band}: accept ${accept} is above reject ${reject}`);
  }
  if (!(minSpeechSeconds > 0) || !(maxSeconds >= 1)) {
    throw new Error(`detector.json: minSpeechSeconds is ${minSpeechSeconds}, maxSeconds ${maxSeconds}`);
  }
  return { version: String(version), thresholds, minSpeechSeconds, maxSeconds };
}
