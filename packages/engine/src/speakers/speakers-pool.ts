import type { JobRunner } from '../contract/job-runner.ts';
import type { EmbedSpeakerInput, HeardAudio } from './types.ts';

/** A pool whose processes can hear speakers. */
export type SpeakersPool = JobRunner<{
  'embed-speaker': { input: EmbedSpeakerInput; output: HeardAudio; partial: never };
}>;
