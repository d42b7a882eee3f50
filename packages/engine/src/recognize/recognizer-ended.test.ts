import type { RecognizeRequest } from '@locutor/contract';
import { describe, expect, test, vi } from 'vitest';
import { ended, request, said, scene, segment, texts } from '../../test/recognition-scene.ts';
import type { ScriptedJob } from '../../test/scripted-engines.ts';
import { EngineUnavailableError, QueueFullError } from '../pool/errors.ts';
import { Recognizer } from './recognizer.ts';

describe('a status', () => {
  const run = async (search: (job: ScriptedJob) => void, more: Partial<RecognizeRequest> = {}) => {
    const { engines, recognizer } = await scene();
    const answer = recognizer.recognize({ ...request, ...more });
    search(await engines.job('find-segments'));
    return { engines, answer };
  };

  test.each([
    ['end-of-audio', 'no-speech'],
    ['no-input', 'no-input-timeout'],
    ['early-speech', 'early-speech'],
    ['too-long', 'max-speech'],
  ] as const)('of a search that ended with %s and found nothing is %s', async (how, status) => {
    const { answer } = await run((search) => search.done(ended(how)));
    expect(await answer).toEqual([{ status, start: 0, end: 10, alternatives: [], bound: [] }]);
  });

  test('no-match is that of speech without words', async () => {
    const { engines, answer } = await run((search) => {
      search.emit(segment(0));
      search.done(ended());
    });
    (await engines.job('recognize-segment')).done({ language: 'en', alternatives: [], bound: [] });
    expect(await answer).toEqual([{ status: 'no-match', start: 1, end: 2.5, alternatives: [], bound: [] }]);
  });

  test('max-speech comes after what was recognised', async () => {
    const { engines, answer } = await run((search) => {
      search.emit(segment(0));
      search.done(ended('too-long', 600));
    });
    (await engines.job('recognize-segment')).done(said('one'));
    const results = await answer;
    expect(texts(results)).toEqual([
      ['recognized', 'one'],
      ['max-speech', undefined],
    ]);
    expect(results[1]).toMatchObject({ start: 2.5, end: 600 });
  });

  test('recognition-timeout keeps what is done and cancels the rest', async () => {
    const { engines, answer } = await run(
      (search) => {
        for (let n = 0; n < 3; n++) search.emit(segment(n));
        search.done(ended());
      },
      { recognitionTimeout: 200 },
    );
    (await engines.job('recognize-segment', 0)).done(said('one'));
    const second = await engines.job('recognize-segment', 1);
    const results = await answer;
    expect(texts(results)).toEqual([
      ['recognized', 'one'],
      ['recognition-timeout', undefined],
    ]);
    expect(results[1]).toMatchObject({ start: 3, end: 10 });
    expect(second.canceled).toBe(true);
  });

  test('recognition-timeout while segments are looked for cancels the search', async () => {
    let search: ScriptedJob | undefined;
    const { answer } = await run(
      (job) => {
        search = job;
      },
      { recognitionTimeout: 50 },
    );
    expect(await answer).toMatchObject([{ status: 'recognition-timeout' }]);
    expect(search!.canceled).toBe(true);
  });

  test('failure is that of the segment whose process died; the others go on', async () => {
    const { engines, answer } = await run((search) => {
      for (let n = 0; n < 3; n++) search.emit(segment(n));
      search.done(ended());
    });
    (await engines.job('recognize-segment', 0)).die();
    (await engines.job('recognize-segment', 1)).done(said('two'));
    (await engines.job('recognize-segment', 2)).done(said('three'));
    expect(texts(await answer)).toEqual([
      ['failure', undefined],
      ['recognized', 'two'],
      ['recognized', 'three'],
    ]);
  });

  test('failure comes last when the search died; what it had found is recognised', async () => {
    const { engines, answer } = await run((search) => {
      search.emit(segment(0));
      search.die();
    });
    (await engines.job('recognize-segment', 0)).done(said('one'));
    expect(texts(await answer)).toEqual([
      ['recognized', 'one'],
      ['failure', undefined],
    ]);
  });

  test.each(['find-segments', 'recognize-segment'])(
    'is none where the engine goes away during %s: the whole can be tried again',
    async (lost) => {
      const away = new EngineUnavailableError('the bus cannot be reached');
      const run = async (kind: string, _: unknown, { onPartial }: { onPartial?(found: object): void }) => {
        if (kind === 'find-segments') for (let n = 0; n < 3; n++) onPartial!(segment(n));
        if (kind === lost) throw away;
        return kind === 'find-segments' ? ended() : said('one');
      };
      const recognizer = new Recognizer({ run, state: () => ({ processes: [{}] }) } as never);
      await expect(recognizer.recognize(request)).rejects.toBe(away);
    },
  );

  test('canceled comes last when the pool shuts down', async () => {
    const { engines, recognizer, pool } = await scene();
    const answer = recognizer.recognize(request);
    const search = await engines.job('find-segments');
    for (let n = 0; n < 3; n++) search.emit(segment(n));
    search.done(ended());
    (await engines.job('recognize-segment', 0)).done(said('one'));
    await engines.job('recognize-segment', 2);
    await pool.drain({ timeoutMs: 0 });
    expect(texts(await answer)).toEqual([
      ['recognized', 'one'],
      ['canceled', undefined],
    ]);
  });

  test('is recognized for all that was accepted when the pool has time to drain', async () => {
    const { engines, recognizer, pool } = await scene();
    const answer = recognizer.recognize(request);
    const search = await engines.job('find-segments');
    const drained = pool.drain({ timeoutMs: 60_000 });
    for (let n = 0; n < 3; n++) search.emit(segment(n));
    search.done({ ...ended('paused'), resume: { at: 300, index: 3 } });
    for (let n = 0; n < 3; n++) (await engines.job('recognize-segment', n)).done(said(String(n)));
    (await engines.job('find-segments', 1)).done(ended());
    expect(texts(await answer).map(([status]) => status)).toEqual(['recognized', 'recognized', 'recognized']);
    await drained;
  });
});

describe('a recognition that cannot begin', () => {
  test('is refused when the queue is full', async () => {
    const { engines, recognizer } = await scene({ processes: 1, maxQueue: 0 });
    const accepted = recognizer.recognize(request);
    const search = await engines.job('find-segments');
    await expect(recognizer.recognize(request)).rejects.toBeInstanceOf(QueueFullError);
    search.emit(segment(0));
    search.done(ended());
    (await engines.job('recognize-segment')).done(said('one'));
    expect(texts(await accepted)).toEqual([['recognized', 'one']]);
  });

  test('is not refused once its speakers have been found', async () => {
    const { engines, recognizer, pool } = await scene({ processes: 1, maxQueue: 0 });
    const other = recognizer.recognize(request);
    const search = await engines.job('find-segments', 0);
    const diarized = recognizer.recognize({ ...request, speakerChanges: [] });
    await vi.waitFor(() => expect(pool.state().queued).toBe(1), { timeout: 60_000 });
    search.done(ended());
    (await engines.job('find-segments', 1)).done(ended());
    expect(texts(await other)).toEqual([['no-speech', undefined]]);
    expect(texts(await diarized)).toEqual([['no-speech', undefined]]);
  });

  test('is refused with the reason when the audio is none', async () => {
    const { engines, recognizer } = await scene();
    const answer = recognizer.recognize(request);
    (await engines.job('find-segments')).refuse('AUDIO_INVALID');
    await expect(answer).rejects.toMatchObject({ name: 'JobError', code: 'AUDIO_INVALID' });
  });
});

describe('a caller that leaves', () => {
  test('cancels the search and every segment', async () => {
    const { engines, recognizer, pool } = await scene();
    const controller = new AbortController();
    const answer = recognizer.recognize(request, { signal: controller.signal });
    const search = await engines.job('find-segments');
    search.emit(segment(0));
    const first = await engines.job('recognize-segment');
    controller.abort();
    await expect(answer).rejects.toMatchObject({ code: 'JOB_CANCELED', by: 'caller' });
    expect([search.canceled, first.canceled]).toEqual([true, true]);
    expect(pool.state()).toMatchObject({ queued: 0, running: 0 });
  });

  test('before the recognition begins starts nothing', async () => {
    const { engines, recognizer } = await scene();
    const answer = recognizer.recognize(request, { signal: AbortSignal.abort() });
    await expect(answer).rejects.toMatchObject({ code: 'JOB_CANCELED' });
    expect(engines.jobs).toEqual([]);
  });
});
