import type { AnyJob, TypesOf } from './define-job.ts';
import { detectVoice } from './detect-voice.ts';

/** Every job kind of the product. Engine processes import this; the server imports only its types. */
export const jobs = [detectVoice] as readonly AnyJob[];

export type EngineJobs = TypesOf<typeof detectVoice>;
