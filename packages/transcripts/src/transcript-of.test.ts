import fc from 'fast-check';
import { expect, it } from 'vitest';
import { toSrt, toText, toTsv, toVtt, transcriptOf } from './index.ts';

const recognized = {
  alternatives: [
    {
      index: 0,
      text: 'hello world',
      score: 93,
      lm: 'builtin:slm/general',
      interpretations: [],
      interpretation_scores: [],
      words: [
        {
          text: 'hello',
          score: 92,
          start_time: 0.31,
          end_time: 0.64,
          diarization_result: { speaker: '1', confidence: 99 },
        },
        { text: 'world', score: 95, start_time: 0.68, end_time: 1.12 },
      ],
    },
  ],
  result_status: 'RECOGNIZED',
  segment_index: 0,
  last_segment: true,
  final_result: true,
  start_time: 0.11,
  end_time: 1.52,
  diarization_result: { speaker: '1', confidence: 99 },
};

it('has the best alternative of each segment, with its words and speaker', () => {
  expect(transcriptOf([recognized])).toEqual({
    segments: [
      {
        start: 0.11,
        end: 1.52,
        text: 'hello world',
        score: 93,
        speaker: '1',
        words: [
          { text: 'hello', start: 0.31, end: 0.64, score: 92, speaker: '1' },
          { text: 'world', start: 0.68, end: 1.12, score: 95 },
        ],
      },
    ],
  });
});

it('leaves out results without text', () => {
  const nothing = { ...recognized, alternatives: [], result_status: 'NO_SPEECH' };
  expect(transcriptOf([nothing])).toEqual({ segments: [] });
});

it('becomes every format, whatever the answer is', () => {
  const odd = fc.record(
    {
      alternatives: fc.oneof(
        fc.array(
          fc.record(
            { text: fc.anything(), score: fc.anything(), words: fc.anything() },
            { requiredKeys: [] },
          ),
        ),
        fc.array(
          fc.record({
            text: fc.string(),
            words: fc.array(
              fc.record({ text: fc.string(), start_time: fc.double(), end_time: fc.anything() }),
            ),
          }),
        ),
      ),
      start_time: fc.oneof(fc.double(), fc.anything()),
      end_time: fc.oneof(fc.double(), fc.anything()),
      diarization_result: fc.oneof(fc.record({ speaker: fc.string() }), fc.anything()),
    },
    { requiredKeys: [] },
  );
  fc.assert(
    fc.property(fc.array(fc.oneof(odd, fc.anything())), (answer) => {
      const transcript = transcriptOf(answer);
      for (const format of [toText, toSrt, toVtt, toTsv])
        expect(format(transcript)).not.toMatch(/NaN|Infinity.*-->/);
    }),
  );
});
