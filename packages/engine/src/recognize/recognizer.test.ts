import { setImmediate as nextTurn } from 'node:timers/promises';
import type { RecognizeRequest } from '@locutor/contract';
import { describe, expect, test } from 'vitest';
import { ended, request, said, scene, segment, texts } from '../../test/recognition-scene.ts';
import type { EnginePoolOptions } from '../pool/options.ts';

describe('segments', () => {
  test('are recognised as they are found, as many at once as there are processes, and answered in order', async () => {
    const { engines, recognizer } = await scene();
    const answer = recognizer.recognize(request);
    const search = await engines.job('find-segments');
    for (let n = 0; n < 4; n++) search.emit(segment(n));
    const first = await engines.job('recognize-segment');
    expect(first.input).toMatchObject({
      model: 'moonshine-base',
      language: 'en',
      sentences: 1,
      words: 'first',
    });
    expect(first.input.speech[0]!.start).toBeCloseTo(0.7);
    search.done(ended());
    const second = await engines.job('recognize-segment', 1);
    await nextTurn();
    expect(engines.count('recognize-segment')).toBe(2);
    second.done(said('two'));
    first.done(said('one'));
    (await engines.job('recognize-segment', 3)).done(said('four'));
    (await engines.job('recognize-segment', 2)).done(said('three'));
    const results = await answer;
    expect(texts(results)).toEqual([
      ['recognized', 'one'],
      ['recognized', 'two'],
      ['recognized', 'three'],
      ['recognized', 'four'],
    ]);
    expect(results[1]).toMatchObject({ start: 3, end: 4.5 });
  });

  test('have the times of their words counted from the start of the audio', async () => {
    const { engines, recognizer } = await scene();
    const answer = recognizer.recognize(request);
    const search = await engines.job('find-segments');
    search.emit(segment(3));
    search.done(ended());
    (await engines.job('recognize-segment')).done(said('good morning'));
    const [result] = await answer;
    expect(result!.alternatives[0]!.words.map(({ start, end }) => [start, end])).toEqual([
      // Cut off before the segment, which begins behind its audio.
      [7, 7],
      [7.5, 8],
    ]);
  });

  test('with a sentence of a grammar are recognised, even where free recognition writes nothing', async () => {
    const { engines, recognizer } = await scene();
    const answer = recognizer.recognize(request);
    const search = await engines.job('find-segments');
    search.emit(segment(0));
    search.emit(segment(1));
    search.done(ended());
    const { alternatives: bound } = said('four');
    const output = { ...said(), bound: bound.map((each) => ({ ...each, grammar: 0 })) };
    (await engines.job('recognize-segment')).done(output);
    (await engines.job('recognize-segment', 1)).done(said());
    expect(await answer).toMatchObject([
      { status: 'recognized', alternatives: [], bound: [{ text: 'four', grammar: 0 }] },
      { status: 'no-match', alternatives: [], bound: [] },
    ]);
  });

  test('are looked for until the first, when that is all that is wanted', async () => {
    const { engines, recognizer } = await scene();
    const lengths: unknown[] = [];
    const answer = recognizer.recognize(
      { ...request, continuous: false, noInputTimeout: 3000 },
      { onAudio: (length) => lengths.push(length) },
    );
    const search = await engines.job('find-segments');
    expect(search.input).toMatchObject({ firstOnly: true, noInputTimeout: 3000 });
    search.emit(segment(0));
    search.done(ended('first-segment'));
    (await engines.job('recognize-segment')).done(said('one'));
    expect(texts(await answer)).toEqual([['recognized', 'one']]);
    const { speech } = segment(0);
    const speechSeconds = speech.reduce((sum, { start, end }) => sum + end - start, 0);
    expect(lengths).toEqual([{ seconds: ended().seconds, speechSeconds }]);
  });

  test('of long audio are looked for again where the search paused, once those before are on their way', async () => {
    const { engines, recognizer } = await scene();
    const answer = recognizer.recognize(request);
    const search = await engines.job('find-segments');
    for (let n = 0; n < 6; n++) search.emit(segment(n));
    const resume = { at: 300, index: 6 };
    search.done({ ...ended('paused', 300), resume });
    (await engines.job('recognize-segment', 0)).done(said('0'));
    await engines.job('recognize-segment', 2);
    await nextTurn();
    expect(engines.count('find-segments')).toBe(1);
    for (let n = 1; n < 6; n++) (await engines.job('recognize-segment', n)).done(said(String(n)));
    const next = await engines.job('find-segments', 1);
    expect(next.input.resume).toEqual(resume);
    expect(next.input.recognize).toBeUndefined();
    next.emit(segment(6));
    next.done(ended('end-of-audio', 320));
    (await engines.job('recognize-segment', 6)).done(said('6'));
    expect((await answer).map(({ alternatives }) => alternatives[0]!.text).join('')).toBe('0123456');
  });

  test('that came in pieces are one result', async () => {
    const { engines, recognizer } = await scene();
    const answer = recognizer.recognize({ ...request, sentences: 3 });
    const search = await engines.job('find-segments');
    search.emit(segment(0));
    search.emit(segment(1, { index: 0 }));
    search.done(ended());
    (await engines.job('recognize-segment', 0)).done(said('good morning', 'could morning'));
    (await engines.job('recognize-segment', 1)).done(said('ladies', 'lady'));
    const [result, ...rest] = await answer;
    expect(rest).toEqual([]);
    expect(result).toMatchObject({ status: 'recognized', start: 1, end: 4.5 });
    expect(result!.alternatives.map(({ text }) => text)).toEqual([
      'good morning ladies',
      'good morning lady',
      'could morning ladies',
    ]);
    expect(result!.alternatives[0]!.words.map(({ text }) => text)).toEqual(['good', 'morning', 'ladies']);
    expect(result!.alternatives[1]!.words).toEqual([]);
  });

  test('that came in pieces are joined as their language is written', async () => {
    const joined = async (...pieces: [language: string, text: string][]) => {
      const { engines, recognizer } = await scene();
      const answer = recognizer.recognize({ ...request, language: 'auto' });
      const search = await engines.job('find-segments');
      for (const [n] of pieces.entries()) search.emit(segment(n, { index: 0 }));
      search.done(ended());
      for (const [n, [language, text]] of pieces.entries()) {
        (await engines.job('recognize-segment', n)).done({ ...said(text), language });
      }
      const [result] = await answer;
      return [result!.alternatives[0]!.text, result!.language];
    };
    expect(await joined(['ja', '今日は'], ['ja', 'いい天気'])).toEqual(['今日はいい天気', 'ja']);
    expect(await joined(['zh', '我想'], ['zh', '喝咖啡'])).toEqual(['我想喝咖啡', 'zh']);
    expect(await joined(['ko', '안녕'], ['ko', '하세요'])).toEqual(['안녕 하세요', 'ko']);
    expect(await joined(['pt', 'bom dia'], ['zh', '你好'])).toEqual(['bom dia 你好', 'pt']);
  });

  test('that overlap in a language without spaces are joined without them', async () => {
    const { engines, recognizer } = await scene();
    const answer = recognizer.recognize({ ...request, language: 'zh' });
    const search = await engines.job('find-segments');
    search.emit(segment(0, { samples: new Float32Array(88_000), end: 6, overlapsNext: true }));
    search.emit(segment(2, { index: 0, audioStart: 3.5, start: 6, overlapsUntil: 6 }));
    search.done(ended());
    const chinese = (text: string) => {
      const output = { ...said(text), language: 'zh' };
      for (const each of output.alternatives) each.text = each.text.replaceAll(' ', '');
      return output;
    };
    (await engines.job('recognize-segment', 0)).done(chinese('一 二 三 四 五 六'));
    (await engines.job('recognize-segment', 1)).done(chinese('四 五 六 七'));
    expect(texts(await answer)).toEqual([['recognized', '一二三四五六七']]);
  });

  test('are one from start to end of the audio without the endpointer', async () => {
    const { engines, recognizer } = await scene();
    const endpointer = { ...request.endpointer, enabled: false };
    const answer = recognizer.recognize({ ...request, endpointer });
    const search = await engines.job('find-segments');
    search.emit(segment(0));
    search.done(ended('end-of-audio', 12));
    (await engines.job('recognize-segment', 0)).done(said('good morning'));
    expect(await answer).toMatchObject([{ status: 'recognized', start: 0, end: 12 }]);
  });

  test('that overlap do not have the same words twice', async () => {
    const { engines, recognizer } = await scene();
    const answer = recognizer.recognize({ ...request, words: 'none' });
    const search = await engines.job('find-segments');
    // The audio of the first one begins at 0.5 s, of the second at 3.5 s; what both have ends at 6 s.
    search.emit(segment(0, { samples: new Float32Array(88_000), end: 6, overlapsNext: true }));
    search.emit(segment(2, { index: 1, audioStart: 3.5, start: 6, overlapsUntil: 6 }));
    search.done(ended());
    const first = await engines.job('recognize-segment', 0);
    expect(first.input.words).toBe('all');
    first.done(said('zero one two three four fi'));
    (await engines.job('recognize-segment', 1)).done(said('free four five six'));
    const results = await answer;
    expect(results.map(({ alternatives }) => alternatives[0]!.text).join(' ')).toBe(
      'zero one two three four five six',
    );
    expect(results.map(({ alternatives }) => alternatives[0]!.words)).toEqual([[], []]);
  });
});

describe('the only segment of an audio', () => {
  /** The search goes on to recognise it. */
  const own = { audioEnd: 3, search: ended() };
  const found = async (options?: Partial<EnginePoolOptions>, more: Partial<RecognizeRequest> = {}) => {
    const { engines, recognizer, pool } = await scene(options);
    const controller = new AbortController();
    const answer = recognizer.recognize({ ...request, ...more }, { signal: controller.signal });
    const search = await engines.job('find-segments');
    search.emit(segment(0, { samples: new Float32Array(), own }));
    return { engines, pool, controller, answer, search };
  };

  test('is recognised by the process that found it', async () => {
    const { engines, answer, search } = await found();
    expect(search.input.recognize).toEqual({
      model: 'moonshine-base',
      language: 'en',
      sentences: 1,
      words: 'first',
      written: false,
    });
    search.done({ ...ended(), recognized: said('good morning') });
    const results = await answer;
    expect(texts(results)).toEqual([['recognized', 'good morning']]);
    expect(results[0]).toMatchObject({ start: 1, end: 2.5 });
    expect(results[0]!.alternatives[0]!.words[0]!.end).toBe(1);
    expect(engines.count('recognize-segment')).toBe(0);
  });

  test('fails alone when its process dies', async () => {
    const { answer, search } = await found();
    search.die();
    expect(await answer).toEqual([{ status: 'failure', start: 1, end: 2.5, alternatives: [], bound: [] }]);
  });

  test('that failed does not hide that the audio was too long', async () => {
    const { engines, recognizer } = await scene();
    const answer = recognizer.recognize(request);
    const search = await engines.job('find-segments');
    const tooLong = { audioEnd: 3, search: ended('too-long', 600) };
    search.emit(segment(0, { samples: new Float32Array(), own: tooLong }));
    search.die();
    expect(texts(await answer)).toEqual([
      ['failure', undefined],
      ['max-speech', undefined],
    ]);
  });

  test('runs out of time alone', async () => {
    const { answer } = await found({ defaultDeadlineMs: 100 });
    expect(await answer).toMatchObject([{ status: 'recognition-timeout', start: 1, end: 2.5 }]);
  });

  test('is canceled when the time of the recognition is up', async () => {
    const { answer, search } = await found({}, { recognitionTimeout: 50 });
    expect(await answer).toMatchObject([{ status: 'recognition-timeout', start: 1 }]);
    expect(search.canceled).toBe(true);
  });

  test('is canceled with the pool and with the caller', async () => {
    const drained = await found();
    await drained.pool.drain({ timeoutMs: 0 });
    expect(texts(await drained.answer)).toEqual([['canceled', undefined]]);
    const left = await found();
    left.controller.abort();
    await expect(left.answer).rejects.toMatchObject({ code: 'JOB_CANCELED', by: 'caller' });
    expect(left.search.canceled).toBe(true);
  });
});

test('a short request is finished before the search of one that came later, a long one makes room', async () => {
  const { engines, recognizer } = await scene({ processes: 1 });
  const first = recognizer.recognize(request);
  const search = await engines.job('find-segments');
  const later = recognizer.recognize(request);
  for (let n = 0; n < 2; n++) search.emit(segment(n));
  search.done(ended());
  (await engines.job('recognize-segment', 0)).done(said('one'));
  const laterSearch = await engines.job('find-segments', 1);
  expect(engines.count('recognize-segment')).toBe(1);
  laterSearch.done(ended());
  (await engines.job('recognize-segment', 1)).done(said('two'));
  expect(texts(await later)).toEqual([['no-speech', undefined]]);
  expect(texts(await first)).toEqual([
    ['recognized', 'one'],
    ['recognized', 'two'],
  ]);
});
