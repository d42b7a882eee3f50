import type { JobRunner } from '../contract/job-runner.ts';
import type { EmbeddedAudio, EmbedSpeakerInput } from './types.ts';

/** A pool whose processes can embed speakers. */
export type SpeakersPool = JobRunner<{
  'embed-speaker': { input: EmbedSpeakerInput; output: EmbeddedAudio; partial: never };
}>;
