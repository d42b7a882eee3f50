import type { EmbeddedAudio, EmbedSpeakerInput, JobRunner } from '@locutor/contract';

/** A pool whose processes can embed speakers. */
export type SpeakersPool = JobRunner<{
  'embed-speaker': { input: EmbedSpeakerInput; output: EmbeddedAudio; partial: never };
}>;
