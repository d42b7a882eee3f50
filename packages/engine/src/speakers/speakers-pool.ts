import type { EnginePool } from '../pool/engine-pool.ts';
import type { HeardAudio, HearSpeakerInput } from './types.ts';

/** A pool whose processes can hear speakers. */
export type SpeakersPool = EnginePool<{
  'hear-speaker': { input: HearSpeakerInput; output: HeardAudio; partial: never };
}>;
