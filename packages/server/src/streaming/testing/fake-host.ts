import { ServiceError } from '../../errors/index.ts';
import type { LiveCallWatch } from '../../operations/recognize/live-call.ts';
import type { RecognitionResult, ResultStatus, SpokenAlternative } from '../../operations/results/result.ts';
import { sentAudio } from '../audio-type.ts';
import { readSessionParameters } from '../parameters.ts';
import type { SessionHost, SessionRecognition } from '../session-host.ts';

const CONFIG = { textify: false, accuracy: 'normal', enhancement: false } as const;

/** A result, the last one unless told otherwise. */
export function fakeResult(status: ResultStatus, more: Partial<RecognitionResult> = {}): RecognitionResult {
  return {
    alternatives: [],
    result_status: status,
    segment_index: 0,
    last_segment: true,
    final_result: true,
    start_time: 0.5,
    end_time: 1.5,
    ...more,
  };
}

export function fakeAlternative(text: string, more: Partial<SpokenAlternative> = {}): SpokenAlternative {
  return {
    index: 0,
    text,
    score: 87,
    lm: 'builtin:slm/general',
    interpretations: [],
    interpretation_scores: [],
    words: [],
    ...more,
  };
}

/** A recognition that a test decides on. */
export interface FakeCall {
  readonly asked: SessionRecognition;
  readonly watch: LiveCallWatch;
  readonly signal: AbortSignal;
  readonly formats: unknown[];
  ended: boolean;
  timers: number;
}

export interface FakeHost {
  readonly host: SessionHost;
  readonly calls: FakeCall[];
  /** The audio of all calls. */
  readonly written: Uint8Array[];
}

export function fakeHost(changes: Partial<SessionHost> = {}): FakeHost {
  const calls: FakeCall[] = [];
  const written: Uint8Array[] = [];
  const host: SessionHost = {
    handle: '42',
    aliases: { 'builtin:slm/callcenter-small': 'builtin:slm/pt' },
    rawRate: 8000,
    idleMs: 600_000,
    readParameters: (headers) => readSessionParameters(headers, CONFIG),
    create: () => {},
    async recognize(asked, watch, signal) {
      const call: FakeCall = { asked, watch, signal, formats: [], ended: false, timers: 0 };
      calls.push(call);
      return {
        write: (bytes, format) => {
          written.push(bytes);
          call.formats.push(format);
          return true;
        },
        end: () => {
          call.ended = true;
        },
        startTimers: () => {
          call.timers += 1;
        },
      };
    },
    interpret: async ({ text }) => ({
      result: {
        result_status: 'RECOGNIZED',
        alternatives: [
          { index: 0, text, score: 100, lm: 'a', interpretations: ['b'], interpretation_scores: [90] },
        ],
      },
    }),
    define: async () => {},
    failureOf: (error) =>
      error instanceof ServiceError ? error : new ServiceError('ERR_INTERNAL', 'internal'),
    audioFormat: (contentType) => sentAudio(contentType, 8000),
    ...changes,
  };
  return { host, calls, written };
}
