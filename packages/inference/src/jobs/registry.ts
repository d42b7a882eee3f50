import type { AnyJob, EngineJobs, Job } from '@locutor/contract';
import { detectSpeech } from './detect-speech.ts';
import { diarize } from './diarize.ts';
import { embedSpeaker } from './embed-speaker.ts';
import { findSegments } from './find-segments.ts';
import { listen } from './listen.ts';
import { listenAgain } from './listen-again.ts';
import { measureAudio } from './measure-audio.ts';
import { recognizeSegment } from './recognize-segment.ts';
import { synthesize } from './synthesize.ts';

/** A job for every kind, which takes and gives what the main process was told. */
type JobsByKind = {
  [Kind in keyof EngineJobs]: Job<
    Kind,
    EngineJobs[Kind]['input'],
    EngineJobs[Kind]['output'],
    EngineJobs[Kind]['partial'],
    unknown
  >;
};

const byKind: JobsByKind = {
  'detect-speech': detectSpeech,
  'find-segments': findSegments,
  'recognize-segment': recognizeSegment,
  listen,
  'listen-again': listenAgain,
  'embed-speaker': embedSpeaker,
  diarize,
  'measure-audio': measureAudio,
  synthesize,
};

/** In the order in which a process loads what they need. */
export const jobs = Object.values(byKind) as readonly AnyJob[];
