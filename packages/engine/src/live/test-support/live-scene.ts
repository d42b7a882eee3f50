import type { RecognizedSegment } from '@locutor/contract';
import { expect, onTestFinished } from 'vitest';
import { plainPass } from '../../recognize/test-support/plain-request.ts';
import { LiveRecognition } from '../live-recognition.ts';
import type { LivePartial, LiveRequest } from '../live-request.ts';
import { type Script, scriptedPool } from './scripted-pool.ts';

type Pass = LiveRequest['passes'][number];

/** A session and everything that it reports, in order. */
export function scene(
  script: Script = {},
  more: Partial<Pass> = {},
  request: Partial<LiveRequest> = {},
  engine = scriptedPool(script),
) {
  const { pool, turns, listened, recognized } = engine;
  const events: string[] = [];
  const segments: RecognizedSegment[] = [];
  const partials: LivePartial[] = [];
  let over = () => {};
  const ended = new Promise<void>((resolve) => {
    over = resolve;
  });
  const live = new LiveRecognition(
    { pool, turns },
    { passes: [{ ...plainPass, ...more }], partials: false, maxSeconds: 600, maxBytes: 1e6, ...request },
    {
      onSpeechStart: () => events.push('start'),
      onSpeechEnd: () => events.push('end'),
      onPartial: (partial) => partials.push(partial),
      onSegment: ([segment], last) => {
        events.push(last ? 'last' : 'segment');
        segments.push(segment!);
        if (last) over();
      },
      onFailure: (error) => {
        events.push(`failure: ${(error as Error).message}`);
        over();
      },
    },
    'test',
  );
  onTestFinished(() => live.cancel());
  return { live, events, segments, partials, listened, recognized, ended };
}

/** Whatever was said: one last result at the end, starts before ends, and segments in order. */
export function expectOrder({ events, segments }: ReturnType<typeof scene>, continuous: boolean): void {
  expect(events.filter((event) => event === 'last')).toEqual(['last']);
  expect(events.at(-1)).toBe('last');
  const speech = events.filter((event) => event === 'start' || event === 'end');
  speech.forEach((event, n) => {
    if (event === 'end') expect(speech[n - 1]).toBe('start');
  });
  const starts = segments.map(({ start }) => start);
  expect(starts).toEqual(starts.toSorted((a, b) => a - b));
  if (!continuous) expect(segments).toHaveLength(1);
}
