import type { JobRunner } from '../contract/job-runner.ts';
import type { HeardAudio, HearSpeakerInput } from './types.ts';

/** A pool whose processes can hear speakers. */
export type SpeakersPool = JobRunner<{
  'hear-speaker': { input: HearSpeakerInput; output: HeardAudio; partial: never };
}>;
