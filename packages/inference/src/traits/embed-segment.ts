import {
  SAMPLE_RATE,
  type SegmentVoice,
  type SpeechSpan,
  spokenSeconds,
  type VoiceViews,
} from '@locutor/contract';
import { SPEEDS, unitFloats } from '@locutor/voices';
import { embeddingSamples } from '../embed/embedding-samples.ts';
import type { SpeakerModel } from '../embed/speaker-model.ts';
import { speechStretch } from './speech-stretch.ts';
import { voiceDirection } from './voice-direction.ts';

/**
 * How much speech of a segment is embedded, in seconds. Recognition takes some 48 ms per second of audio, an embedding 9
 * to 10 ms per second and view: with the margins that is 5 to 6 % of it. One second is the least that is of use, so that segments
 * under five seconds (ten with both views) cost more: see `npm run bench -- traits cost`.
 */
const EMBEDDED: Readonly<Record<VoiceViews, { share: number; least: number; most: number }>> = {
  slow: { share: 0.2, least: 1, most: 3 },
  both: { share: 0.08, least: 1, most: 3 },
};
/**
 * Seconds of the first segment of an audio, where the age is wanted: 53 % of ages are right with three seconds and 48 %
 * with one. It costs about 40 ms once. Often there is no other segment; later ones are pooled with it.
 */
const FIRST_FOR_AGE = 3;
/** Samples. Shorter stretches are repeated up to this length. */
const SHORTEST = SAMPLE_RATE;

const [FULL, SLOW] = SPEEDS;

/** The voice in the middle of a segment; undefined where there is no speech. Spans are seconds of the samples. */
export async function embedSegment(
  samples: Float32Array,
  speech: readonly SpeechSpan[],
  views: VoiceViews,
  model: SpeakerModel,
  isFirst: boolean,
): Promise<SegmentVoice | undefined> {
  const { share, least, most } = EMBEDDED[views];
  const atLeast = isFirst && views === 'both' ? FIRST_FOR_AGE : least;
  const seconds = Math.min(most, Math.max(atLeast, share * spokenSeconds(speech)));
  const stretch = embeddedStretch(samples, speech, seconds, model);
  if (!stretch) return undefined;
  const slow = await stretch.embed(SLOW);
  const full = views === 'both' && { full: await stretch.embed(FULL) };
  return { speech: stretch.speech, slow, ...full, direction: voiceDirection(slow) };
}

/** Only where its voice lies among voices, from the least speech that tells. */
export async function segmentDirection(
  samples: Float32Array,
  speech: readonly SpeechSpan[],
  model: SpeakerModel,
): Promise<Float32Array | undefined> {
  const stretch = embeddedStretch(samples, speech, EMBEDDED.slow.least, model);
  return stretch && voiceDirection(await stretch.embed(SLOW));
}

function embeddedStretch(
  samples: Float32Array,
  speech: readonly SpeechSpan[],
  seconds: number,
  model: SpeakerModel,
) {
  const stretch = speechStretch(speech, seconds, samples.length / SAMPLE_RATE);
  if (stretch.parts.length === 0) return undefined;
  const sound = stretch.parts.map(({ start, end }) =>
    samples.subarray(Math.round(start * SAMPLE_RATE), Math.round(end * SAMPLE_RATE)),
  );
  return {
    speech: stretch.speech,
    embed: async (speed: number) => unitFloats(await model.embed(embeddingSamples(sound, speed, SHORTEST))),
  };
}
