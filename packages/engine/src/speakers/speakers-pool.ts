import type { EmbeddedAudio, EmbedSpeakerInput } from '../contract/embedded-audio.ts';
import type { JobRunner } from '../contract/job-runner.ts';

/** A pool whose processes can embed speakers. */
export type SpeakersPool = JobRunner<{
  'embed-speaker': { input: EmbedSpeakerInput; output: EmbeddedAudio; partial: never };
}>;
