import type { RecognizedSegment } from '@locutor/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { finishedFirst } from './places.ts';
import { ask, spoken } from './testing.ts';

type Status = RecognizedSegment['status'];

const unfinished = (status: Status, start: number, end: number): RecognizedSegment => ({
  status,
  start,
  end,
  alternatives: [],
  bound: [],
});

interface Segment {
  result_status: string;
  segment_index: number;
  last_segment: boolean;
  start_time: number;
  end_time: number;
  alternatives: { text: string }[];
}

const shown = (segments: Segment[]) =>
  segments.map(({ result_status, alternatives, start_time, end_time }) => [
    alternatives[0]?.text ?? result_status,
    start_time,
    end_time,
  ]);

describe('finished segments', () => {
  it.each(['failure', 'recognition-timeout', 'canceled'] as const)(
    'stand before a segment that ended with %s, in their order',
    async (status) => {
      const segments = [
        unfinished(status, 0, 2),
        spoken(['one'], 0.9, 3),
        unfinished(status, 5, 7),
        spoken(['two'], 0.9, 8),
      ];
      const results: Segment[] = (await ask(() => segments)).json();
      expect(shown(results)).toEqual([
        ['one', 3, 5],
        ['two', 8, 10],
        [status.toUpperCase().replaceAll('-', '_'), 0, 7],
      ]);
      expect(results.map(({ segment_index }) => segment_index)).toEqual([0, 1, 2]);
      expect(results.map(({ last_segment }) => last_segment)).toEqual([false, false, true]);
    },
  );

  it('all stand before everything else, whatever came when', () => {
    const status = fc.constantFrom(
      'RECOGNIZED' as const,
      'NO_MATCH' as const,
      'MAX_SPEECH' as const,
      'RECOGNITION_TIMEOUT' as const,
      'CANCELED' as const,
      'FAILURE' as const,
    );
    fc.assert(
      fc.property(fc.array(fc.tuple(status, fc.nat({ max: 5 })), { maxLength: 12 }), (list) => {
        let at = 0;
        const results = list.map(([result_status, length]) => {
          const start_time = at;
          at += length + 1;
          return { result_status, start_time, end_time: at };
        });
        const isFinished = (each: { result_status: string }) =>
          ['RECOGNIZED', 'NO_MATCH'].includes(each.result_status);
        const ordered = finishedFirst(results);
        const finished = results.filter(isFinished);
        expect(ordered.slice(0, finished.length)).toEqual(finished);
        const rest = ordered.slice(finished.length);
        expect(rest.some(isFinished)).toBe(false);
        const others = results.filter((each) => !isFinished(each));
        expect(rest.map((each) => each.result_status)).toEqual([
          ...new Set(others.map((each) => each.result_status)),
        ]);
        for (const { result_status, start_time, end_time } of rest) {
          const same = others.filter((each) => each.result_status === result_status);
          expect([start_time, end_time]).toEqual([same[0]!.start_time, same.at(-1)!.end_time]);
        }
      }),
    );
  });
});

describe('several language models', () => {
  it('are put together by what was said when, though one lost a segment', async () => {
    const { json } = await ask(
      ({ language }) =>
        language === 'en'
          ? // The first segment was not done when the time was up; the second was.
            [spoken(['english two'], 0.8, 4), unfinished('recognition-timeout', 1, 9)]
          : [spoken(['um'], 0.7, 1), spoken(['dois'], 0.7, 4), spoken(['três'], 0.7, 8)],
      { lms: ['builtin:slm/en', 'builtin:slm/pt'], headers: { 'decoder.maxSentences': '2' } },
    );
    const texts = (json() as Segment[]).map(({ alternatives }) => alternatives.map(({ text }) => text));
    expect(texts).toEqual([['um'], ['english two', 'dois'], ['três']]);
  });
});
