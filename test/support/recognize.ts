import type { ServerAddress } from './server.ts';
import type { Bytes } from './speech.ts';

export interface Segment {
  alternatives: {
    index: number;
    text: string;
    score: number;
    lm: string;
    interpretations: string[];
    interpretation_scores: number[];
    words: {
      text: string;
      score: number;
      start_time: number;
      end_time: number;
      diarization_result?: { speaker: string; confidence: number };
    }[];
  }[];
  result_status: string;
  segment_index: number;
  last_segment: boolean;
  final_result: boolean;
  start_time: number;
  end_time: number;
  diarization_result?: { speaker: string; confidence: number };
}

export interface Asking {
  lm?: string | readonly string[] | undefined;
  path?: string;
  headers?: Record<string, string>;
  signal?: AbortSignal;
}

export const CURRENT = '/asr/rest/v3/recognize';
export const EARLIER = '/asr-server/rest/recognize';

/** Sends audio (WAV unless the headers say otherwise) and reads the whole answer. */
export async function recognize(
  server: ServerAddress,
  body: Bytes | FormData | ReadableStream,
  asking: Asking = {},
) {
  const { path = CURRENT, headers, signal } = asking;
  const lms = 'lm' in asking ? [asking.lm ?? []].flat() : ['builtin:slm/general'];
  const query = lms.map((lm) => `lm=${encodeURIComponent(lm)}`).join('&');
  const answer = await fetch(`${server.url}${path}?${query}`, {
    method: 'POST',
    body: body as never,
    headers: { ...(body instanceof FormData ? {} : { 'content-type': 'audio/wav' }), ...headers },
    ...(signal && { signal }),
    ...(body instanceof ReadableStream && { duplex: 'half' }),
  } as RequestInit);
  const text = await answer.text();
  return {
    status: answer.status,
    headers: answer.headers,
    text,
    json: () => JSON.parse(text),
    segments: () => JSON.parse(text) as Segment[],
    code: () => (JSON.parse(text) as { code: string }).code,
  };
}

export const statuses = (segments: readonly Segment[]) => segments.map((each) => each.result_status);

/** What was recognised, segment by segment. */
export const texts = (segments: readonly Segment[]) => segments.map((each) => each.alternatives[0]?.text);

/** The state of the engine by its gauges: unlike /health/ready, they do not wait for a locked database. */
export async function engineState(
  server: ServerAddress,
): Promise<{ running: number; queued: number; ready: number }> {
  const metrics = await (await fetch(`${server.url}/metrics`)).text();
  const gauge = (name: string) => {
    const value = new RegExp(`^locutor_engine_${name} (\\d+)$`, 'm').exec(metrics)?.[1];
    if (value === undefined) throw new Error(`/metrics has no locutor_engine_${name}`);
    return Number(value);
  };
  return { running: gauge('running'), queued: gauge('queued'), ready: gauge('ready') };
}
