import type { AnyJob, TypesOf } from '../contract/define-job.ts';
import { detectSpeech } from './detect-speech.ts';
import { diarize } from './diarize.ts';
import { embedSpeaker } from './embed-speaker.ts';
import { findSegments } from './find-segments.ts';
import { listen } from './listen.ts';
import { listenAgain } from './listen-again.ts';
import { measureAudio } from './measure-audio.ts';
import { recognizeSegment } from './recognize-segment.ts';
import { synthesize } from './synthesize.ts';

/** Every job kind of the product. Engine processes import this; the server imports only its types. */
export const jobs = [
  detectSpeech,
  findSegments,
  recognizeSegment,
  listen,
  listenAgain,
  embedSpeaker,
  diarize,
  measureAudio,
  synthesize,
] as readonly AnyJob[];

export type EngineJobs = TypesOf<typeof detectSpeech> &
  TypesOf<typeof findSegments> &
  TypesOf<typeof recognizeSegment> &
  TypesOf<typeof listen> &
  TypesOf<typeof listenAgain> &
  TypesOf<typeof embedSpeaker> &
  TypesOf<typeof diarize> &
  TypesOf<typeof measureAudio> &
  TypesOf<typeof synthesize>;
