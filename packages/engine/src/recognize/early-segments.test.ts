import { setImmediate as nextTurn } from 'node:timers/promises';
import type { RecognizedSegment } from '@locutor/contract';
import { describe, expect, test } from 'vitest';
import { ended, request, said, scene, segment } from '../../test/recognition-scene.ts';

/** Four segments that are found at once, and what was given of them so far. */
async function four(more: Partial<typeof request> = {}) {
  const { engines, recognizer } = await scene();
  const given: RecognizedSegment[] = [];
  const answer = recognizer.recognize({ ...request, ...more }, { onSegment: (each) => given.push(each) });
  const search = await engines.job('find-segments');
  for (let n = 0; n < 4; n++) search.emit(segment(n));
  search.done(ended());
  const finish = async (n: number, text: string) => {
    (await engines.job('recognize-segment', n)).done(said(text));
    await nextTurn();
  };
  return { answer, given, finish };
}
const textOf = ({ alternatives }: RecognizedSegment) => alternatives[0]?.text;

describe('segments are given', () => {
  test('in their order while others are being recognised, and are the same in the answer', async () => {
    const { answer, given, finish } = await four();
    await finish(1, 'two');
    expect(given).toEqual([]);
    await finish(0, 'one');
    expect(given.map(textOf)).toEqual(['one', 'two']);
    await finish(2, 'three');
    expect(given.map(textOf)).toEqual(['one', 'two', 'three']);
    await finish(3, 'four');
    const results = await answer;
    expect(results.map(textOf)).toEqual(['one', 'two', 'three', 'four']);
    expect(results.slice(0, 3)).toEqual(given);
  });

  test('at the end only where the end decides about their times', async () => {
    const { answer, given, finish } = await four({ endpointer: { ...request.endpointer, enabled: false } });
    for (const n of [0, 1, 2, 3]) await finish(n, 'word');
    expect((await answer).length).toBe(4);
    expect(given).toEqual([]);
  });
});

test('a segment whose words the next one has too waits for it', async () => {
  const { engines, recognizer } = await scene();
  const given: RecognizedSegment[] = [];
  const answer = recognizer.recognize(request, { onSegment: (each) => given.push(each) });
  const search = await engines.job('find-segments');
  search.emit({ ...segment(0), overlapsNext: true });
  search.emit({ ...segment(1), overlapsUntil: 3.2 });
  search.emit(segment(2));
  search.done(ended());
  (await engines.job('recognize-segment', 0)).done(said('one two'));
  await nextTurn();
  expect(given).toEqual([]);
  (await engines.job('recognize-segment', 1)).done(said('three four'));
  await nextTurn();
  expect(given).toHaveLength(2);
  (await engines.job('recognize-segment', 2)).done(said('five'));
  expect((await answer).slice(0, 2)).toEqual(given);
});
