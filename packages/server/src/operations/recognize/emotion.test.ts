import type { EmotionScores, RecognizedSegment } from '@locutor/contract';
import { describe, expect, it } from 'vitest';
import { type Asked, ask, spoken } from './testing.ts';

const SCORES: EmotionScores = {
  neutral: 0.0504,
  calm: 0.1,
  happy: 0.2,
  sad: 0.05,
  angry: 0.4,
  fearful: 0.05,
  disgusted: 0.05,
  surprised: 0.0996,
};

const EXPECTED = {
  event: 'EMOTION RESULT',
  emotion: 'angry',
  p: { ...SCORES, neutral: 0.05, surprised: 0.1 },
  p_groups: { positive: 0.3, neutral: 0.15, negative: 0.55 },
};

const installed = { emotion: { installed: () => true } };
const asking = { headers: { 'Infer-emotion-enabled': 'true' }, changes: installed };
const emotional = (text: string, start: number): RecognizedSegment => ({
  ...spoken([text], 0.9, start),
  emotion: SCORES,
});

describe('emotions', () => {
  it('stand beside the alternatives of each segment with speech', async () => {
    const silent = { status: 'no-match' as const, start: 5, end: 6, alternatives: [], bound: [] };
    const { json, requests } = await ask(() => [emotional('hi', 0), silent, emotional('you', 8)], asking);
    expect(requests).toMatchObject([{ emotion: true }]);
    const [first, none, last] = json();
    expect(first.emotion_scores).toEqual(EXPECTED);
    expect(none).not.toHaveProperty('emotion_scores');
    expect(last.emotion_scores).toEqual(EXPECTED);
  });

  it('are elements in XML', async () => {
    const headers = { ...asking.headers, accept: 'application/xml' };
    const { body } = await ask(() => [emotional('hi', 0)], { ...asking, headers });
    expect(body).toContain(
      '<emotion_scores><event>EMOTION RESULT</event><emotion>angry</emotion><p><neutral>0.05</neutral><calm>0.1</calm><happy>0.2</happy><sad>0.05</sad><angry>0.4</angry><fearful>0.05</fearful><disgusted>0.05</disgusted><surprised>0.1</surprised></p><p_groups><positive>0.3</positive><neutral>0.15</neutral><negative>0.55</negative></p_groups></emotion_scores></item>',
    );
  });

  it.each<[string, Asked]>([
    ['nobody asks', { changes: installed }],
    ['it is off', { ...asking, headers: { 'Infer-emotion-enabled': 'false' } }],
    ['the earlier variant is asked', { ...asking, url: '/asr-server/rest/recognize' }],
  ])('are not read where %s', async (_, asked) => {
    const { requests, json } = await ask(() => [spoken(['hi'])], asked);
    expect(requests[0]).not.toHaveProperty('emotion');
    expect(json()[0]).not.toHaveProperty('emotion_scores');
  });

  it('are read once where several languages listen, by the recogniser for which it costs least', async () => {
    const lms = ['builtin:slm/pt', 'builtin:slm/en', 'builtin:slm/es'];
    const recognized = (request: { emotion?: true }) => [
      request.emotion ? emotional('hi', 0) : spoken(['oi'], 0.95, 0),
    ];
    const { requests, json } = await ask(recognized, { ...asking, lms });
    expect(requests.map(({ model, emotion }) => [model, emotion])).toEqual([
      ['whisper-small', undefined],
      ['moonshine-base', true],
      ['whisper-small', undefined],
    ]);
    expect(json()[0].emotion_scores).toEqual(EXPECTED);
  });

  it('are read by the first where none is English', async () => {
    const { requests } = await ask(() => [spoken(['oi'])], {
      ...asking,
      lms: ['builtin:slm/pt', 'builtin:slm/es'],
    });
    expect(requests.map(({ emotion }) => emotion)).toEqual([true, undefined]);
  });

  it('are there where a grammar does not accept the words', async () => {
    const lms = ['builtin:grammar/boolean'];
    const recognized = () => [{ ...emotional('hello', 0), bound: [] }];
    const { json } = await ask(recognized, { ...asking, lms });
    expect(json()[0]).toMatchObject({ result_status: 'NO_MATCH', emotion_scores: EXPECTED });
  });
});
