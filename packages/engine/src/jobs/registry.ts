import type { AnyJob, TypesOf } from '../contract/define-job.ts';
import { detectVoice } from './detect-voice.ts';
import { diarize } from './diarize.ts';
import { findSegments } from './find-segments.ts';
import { hearSpeaker } from './hear-speaker.ts';
import { recognizeSegment } from './recognize-segment.ts';

/** Every job kind of the product. Engine processes import this; the server imports only its types. */
export const jobs = [detectVoice, findSegments, recognizeSegment, hearSpeaker, diarize] as readonly AnyJob[];

export type EngineJobs = TypesOf<typeof detectVoice> &
  TypesOf<typeof findSegments> &
  TypesOf<typeof recognizeSegment> &
  TypesOf<typeof hearSpeaker> &
  TypesOf<typeof diarize>;
