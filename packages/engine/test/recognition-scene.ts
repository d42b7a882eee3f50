import {
  type AudioSegment,
  defaultEndpointer,
  type FindSegmentsOutput,
  type RecognitionJobs,
  type RecognizedSegment,
  type RecognizeRequest,
  type RecognizeSegmentOutput,
} from '@locutor/contract';
import { onTestFinished } from 'vitest';
import { EnginePool } from '../src/pool/engine-pool.ts';
import type { EnginePoolOptions } from '../src/pool/options.ts';
import { Recognizer } from '../src/recognize/recognizer.ts';
import { ScriptedEngines } from './scripted-engines.ts';

export const request: RecognizeRequest = {
  audio: { samples: new Float32Array(16_000) },
  endpointer: defaultEndpointer,
  continuous: true,
  model: 'moonshine-base',
  language: 'en',
  sentences: 1,
  words: 'first',
  written: false,
};

export async function scene(options: Partial<EnginePoolOptions> = {}) {
  const engines = new ScriptedEngines();
  const pool = new EnginePool<RecognitionJobs>({
    settings: {},
    processes: 2,
    launch: engines.launch,
    backoff: { minMs: 1, maxMs: 5 },
    ...options,
  });
  onTestFinished(() => pool.drain({ timeoutMs: 0 }));
  await pool.start();
  return { engines, pool, recognizer: new Recognizer(pool) };
}

/** A segment of two seconds from the second `2 * index` on, its audio from half a second before. */
export function segment(index: number, more: Partial<AudioSegment> = {}): AudioSegment {
  const start = 2 * index + 1;
  return {
    index,
    start,
    end: start + 1.5,
    audioStart: start - 0.5,
    samples: new Float32Array(40_000),
    speech: [{ start: start + 0.2, end: start + 1.2 }],
    ...more,
  };
}

export function said(...texts: string[]): RecognizeSegmentOutput {
  return {
    language: 'en',
    alternatives: texts.map((text, rank) => ({
      text,
      score: 0.9 - rank / 10,
      words: text.split(' ').map((word, n) => ({ text: word, score: 0.9, start: n, end: n + 0.5 })),
    })),
    bound: [],
  };
}

export function ended(how: FindSegmentsOutput['ended'] = 'end-of-audio', seconds = 10): FindSegmentsOutput {
  return { seconds, segments: 0, ended: how };
}

export function texts(results: readonly RecognizedSegment[]) {
  return results.map(({ status, alternatives }) => [status, alternatives[0]?.text]);
}
