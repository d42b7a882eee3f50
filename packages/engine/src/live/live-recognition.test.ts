import {
  AUDIO_INVALID,
  JobError,
  type ListenAgainInput,
  type RecognizedSegment,
  type RecognizeSegmentInput,
} from '@locutor/contract';
import fc from 'fast-check';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { EngineDiedError, JobCanceledError } from '../pool/errors.ts';
import { plainPass } from '../recognize/test-support/plain-request.ts';
import { LiveRecognition } from './live-recognition.ts';
import { expectOrder, scene } from './test-support/live-scene.ts';
import { audio, judgedAgain, said, saidLength, scriptedPool } from './test-support/scripted-pool.ts';

const statuses = (segments: readonly RecognizedSegment[]) => segments.map(({ status }) => status);

describe('continuous speech', () => {
  test('is recognised segment by segment, and the last one is marked', async () => {
    const { live, events, segments, ended } = scene();
    live.write(audio(1, 2, 2));
    await vi.waitFor(() => expect(segments).toHaveLength(1));
    live.write(audio(0, 2, 0.5));
    live.end();
    await ended;
    expect(events).toEqual(['start', 'end', 'segment', 'start', 'end', 'last']);
    expect(statuses(segments)).toEqual(['recognized', 'recognized']);
    expect(segments[0]!.start).toBeCloseTo(0.8, 1);
  });

  test('that ended long before the audio has an empty last result', async () => {
    const { live, segments, ended } = scene();
    live.write(audio(1, 2, 5));
    await vi.waitFor(() => expect(segments).toHaveLength(1));
    live.end();
    await ended;
    expect(statuses(segments)).toEqual(['recognized', 'no-speech']);
  });

  test('is recognised by every pass', async () => {
    const { pool, turns } = scriptedPool();
    const places: (readonly RecognizedSegment[])[] = [];
    const ended = new Promise<void>((resolve) => {
      const watch = {
        onSegment: (place: readonly RecognizedSegment[], last: boolean) => {
          places.push(place);
          if (last) resolve();
        },
        onFailure: () => {},
      };
      const passes = [plainPass, { ...plainPass, language: 'pt' }];
      const live = new LiveRecognition(
        { pool, turns },
        { passes, partials: false, maxSeconds: 60, maxBytes: 1 },
        watch,
        '',
      );
      live.write(audio(1, 2, 0.5));
      live.end();
    });
    await ended;
    expect(places.map((place) => statuses(place))).toEqual([['recognized', 'recognized']]);
  });

  test('that is too long ends with max-speech behind what was said', async () => {
    const { live, segments, ended } = scene({}, {}, { maxSeconds: 4 });
    live.write(audio(1, 1.5, 9));
    await ended;
    expect(statuses(segments)).toEqual(['recognized', 'max-speech']);
  });

  test('that is too long is not listened to while what was said is recognised', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
    onTestFinished(() => void vi.useRealTimers());
    const recognize = () => new Promise<never>(() => {});
    const { live, listened, recognized } = scene({ recognize }, {}, { maxSeconds: 4 });
    live.write(audio(1, 1.5, 9));
    await vi.advanceTimersByTimeAsync(100);
    expect(recognized).toHaveLength(1);
    live.write(audio(5));
    await vi.advanceTimersByTimeAsync(1000);
    expect(listened).toHaveLength(1);
  });

  test('whatever it is, is reported in order, starts before ends, with one last result', async () => {
    const pattern = fc.array(fc.double({ min: 0.04, max: 4, noNaN: true }), { minLength: 1, maxLength: 9 });
    const cuts = fc.array(fc.integer({ min: 1, max: 200 }), { minLength: 1, maxLength: 6 });
    const property = fc.asyncProperty(pattern, cuts, fc.boolean(), async (seconds, sizes, continuous) => {
      const noise = async (input: RecognizeSegmentInput) =>
        input.leastSpeech !== undefined && input.samples.length % 3 === 0
          ? { ...said(), noSpeech: true as const }
          : saidLength(input);
      const session = scene({ recognize: noise }, { continuous });
      const { live, ended } = session;
      const bytes = audio(...seconds);
      for (let at = 0, n = 0; at < bytes.length; n++) {
        const size = sizes[n % sizes.length]!;
        live.write(bytes.subarray(at, at + size));
        at += size;
      }
      live.end();
      await ended;
      expectOrder(session, continuous);
    });
    await fc.assert(property, { numRuns: 60 });
  });
});

describe('the first segment', () => {
  test('ends the recognition, and what follows is not listened to', async () => {
    const { live, events, segments, ended, listened } = scene({}, { continuous: false });
    live.write(audio(1, 2, 2));
    live.write(audio(0, 2, 2));
    await ended;
    expect(events).toEqual(['start', 'end', 'last']);
    expect(statuses(segments)).toEqual(['recognized']);
    live.write(audio(0, 2, 2));
    expect(listened.length).toBeLessThanOrEqual(2);
  });

  test('that turns out to be noise is forgotten, and its end is not reported', async () => {
    let times = 0;
    const recognize = async () => (times++ === 0 ? { ...said(), noSpeech: true as const } : said('hello'));
    const { live, events, ended, segments } = scene({ recognize }, { continuous: false });
    live.write(audio(1, 0.3, 2, 2, 2));
    await ended;
    expect(events).toEqual(['start', 'start', 'end', 'last']);
    expect(segments[0]!.alternatives[0]!.text).toBe('hello');
  });

  test('is early where speech begins with the audio and silence was required', async () => {
    const endpointer = { ...plainPass.endpointer, requireInitialSilence: true };
    const { live, ended, segments } = scene({}, { continuous: false, endpointer });
    live.write(audio(0, 2, 2));
    await ended;
    expect(statuses(segments)).toEqual(['early-speech']);
  });

  test('is the whole audio without an endpointer', async () => {
    const endpointer = { ...plainPass.endpointer, enabled: false };
    const { live, ended, segments } = scene({}, { endpointer });
    live.write(audio(1, 2, 3, 2, 1));
    live.end();
    await ended;
    expect(statuses(segments)).toEqual(['recognized']);
    expect([segments[0]!.start, segments[0]!.end]).toEqual([0, expect.closeTo(9, 1)]);
  });
});

describe('speech that is cut because it is too long', () => {
  const endpointer = { ...plainPass.endpointer, maxSegment: 5000 };

  test('is the first segment as soon as it is recognised: nobody sends what would follow', async () => {
    const { live, events, segments, ended } = scene({}, { continuous: false, endpointer });
    live.write(audio(1, 5.5));
    await ended;
    expect(events).toEqual(['start', 'end', 'last']);
    expect(statuses(segments)).toEqual(['recognized']);
  });

  test('is one segment where only a model needs it in pieces', async () => {
    const longer = { ...endpointer, maxSegment: 60_000 };
    const { live, events, segments, ended } = scene({}, { continuous: false, endpointer: longer });
    live.write(audio(1, 40, 3));
    await ended;
    expect(events).toEqual(['start', 'end', 'last']);
    expect(segments[0]!.end - segments[0]!.start).toBeGreaterThan(39);
  });

  test('goes on behind the cut: its end is not reported at its beginning', async () => {
    const { live, events, segments, ended } = scene({}, { endpointer });
    live.write(audio(1, 5.5));
    await vi.waitFor(() => expect(events).toContain('end'));
    await vi.waitFor(() => expect(events).toEqual(['start', 'end', 'start']));
    live.write(audio(0, 2, 3));
    live.end();
    await ended;
    expect(events.filter((event) => event === 'end')).toHaveLength(2);
    expect(statuses(segments).slice(0, 2)).toEqual(['recognized', 'recognized']);
  });
});

describe('timers', () => {
  test('without speech end with no-input, once all audio was listened to', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    let release = () => {};
    const beforeListen = () =>
      new Promise<void>((resolve) => {
        release = resolve;
      });
    const { live, events, segments, ended } = scene({ beforeListen });
    live.startTimers({ noInput: 500 });
    live.write(audio(1));
    await vi.advanceTimersByTimeAsync(600);
    expect(events).toEqual([]);
    release();
    await ended;
    expect(statuses(segments)).toEqual(['no-input-timeout']);
  });

  test('are off once somebody speaks', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const { live, events } = scene();
    live.startTimers({ noInput: 500 });
    live.write(audio(0.5, 1));
    await vi.advanceTimersByTimeAsync(1000);
    expect(events).toEqual(['start']);
  });

  test('wait for audio that was listened to and not judged: there may be speech', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    let release = () => {};
    const gate = new Promise<void>((resolve) => {
      release = resolve;
    });
    const listenAgain = async (input: ListenAgainInput) => {
      await gate;
      return judgedAgain(input);
    };
    const { live, events } = scene({ listenAgain });
    live.startTimers({ noInput: 500 });
    live.write(audio(11, 2, 2));
    await vi.advanceTimersByTimeAsync(600);
    expect(events).toEqual([]);
    release();
    await vi.advanceTimersByTimeAsync(100);
    expect(events).toEqual(['start', 'end', 'segment']);
  });

  test('of the whole recognition keep what is done', async () => {
    const { live, segments, ended } = scene();
    live.write(audio(1, 2, 2, 1));
    await vi.waitFor(() => expect(segments).toHaveLength(1));
    live.startTimers({ recognition: 1 });
    await ended;
    expect(statuses(segments)).toEqual(['recognized', 'recognition-timeout']);
  });
});

describe('a lost process', () => {
  test('is replaced: the segment is recognised again from its audio', async () => {
    let deaths = 0;
    const recognize = async (input: RecognizeSegmentInput) => {
      if (deaths++ < 2) throw new EngineDiedError('recognize-segment', 'killed');
      return saidLength(input);
    };
    const { live, segments, ended, recognized } = scene({ recognize });
    live.write(audio(1, 2, 0.5));
    live.end();
    await ended;
    expect(statuses(segments)).toEqual(['recognized']);
    expect(recognized[2]!.samples).toEqual(recognized[0]!.samples);
  });

  test('is replaced: the audio is listened to again from where it was', async () => {
    let deaths = 0;
    const beforeListen = () => {
      if (deaths++ === 1) throw new EngineDiedError('listen', 'killed');
    };
    const { live, events, ended, listened } = scene({ beforeListen });
    live.write(audio(1, 1));
    await vi.waitFor(() => expect(listened).toHaveLength(1));
    live.write(audio(0, 1, 0.5));
    live.end();
    await ended;
    expect(events).toEqual(['start', 'end', 'last']);
    expect(listened[2]!.bytes).toEqual(listened[1]!.bytes);
  });

  test('again and again is a failure of the segment', async () => {
    const recognize = async () => {
      throw new EngineDiedError('recognize-segment', 'killed');
    };
    const { live, segments, ended } = scene({ recognize });
    live.write(audio(1, 2, 0.5));
    live.end();
    await ended;
    expect(statuses(segments)).toEqual(['failure']);
  });
});

test('audio that is none is a failure', async () => {
  const beforeListen = () => {
    throw new JobError(AUDIO_INVALID, 'no audio');
  };
  const { live, events, ended } = scene({ beforeListen });
  live.write(audio(1));
  await ended;
  expect(events).toEqual(['failure: no audio']);
});

test.each(['onSpeechEnd', 'onPartial', 'onSegment'] as const)(
  '%s that throws is a failure of its session only',
  async (name) => {
    const { pool, turns } = scriptedPool();
    const broken = () => {
      throw new Error('broken');
    };
    // An error that nobody handles fails the test run.
    const failure = await new Promise((onFailure) => {
      const watch = { onSegment: () => {}, onFailure, [name]: broken };
      const request = { passes: [plainPass], partials: true, maxSeconds: 60, maxBytes: 1 };
      const live = new LiveRecognition({ pool, turns }, request, watch, '');
      live.write(audio(1, 2, 0.7));
      setTimeout(() => live.write(audio(1)), 50);
    });
    expect(failure).toEqual(new Error('broken'));
  },
);

test('a server that stops cancels what is unfinished', async () => {
  const recognize = async () => {
    throw new JobCanceledError('recognize-segment', 'shutdown');
  };
  const { live, segments, ended } = scene({ recognize });
  live.write(audio(1, 2, 2));
  await ended;
  expect(statuses(segments)).toEqual(['canceled']);
});

test('a canceled recognition reports nothing and takes no more audio', async () => {
  const { live, events, listened } = scene();
  live.write(audio(1, 2));
  live.cancel();
  live.write(audio(0, 2, 2));
  live.end();
  await new Promise((resolve) => setImmediate(resolve));
  expect(events).toEqual([]);
  expect(listened.length).toBeLessThanOrEqual(1);
});

test('no audio at all is no speech', async () => {
  const { live, segments, ended } = scene();
  live.end();
  await ended;
  expect(statuses(segments)).toEqual(['no-speech']);
});

test('more audio than was listened to has to wait', async () => {
  let release = () => {};
  const beforeListen = () =>
    new Promise<void>((resolve) => {
      release = resolve;
    });
  const { live } = scene({ beforeListen });
  expect(live.write(new Uint8Array(1024))).toBe(true);
  expect(live.write(new Uint8Array(5 * 1024 * 1024))).toBe(false);
  release();
});
