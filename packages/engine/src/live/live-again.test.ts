import { type ListenAgainInput, VAD_WINDOW } from '@locutor/contract';
import fc from 'fast-check';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { EngineDiedError } from '../pool/errors.ts';
import { plainPass } from '../recognize/test-support/plain-request.ts';
import { expectOrder, scene } from './test-support/live-scene.ts';
import { audio, judgedAgain } from './test-support/scripted-pool.ts';

/** A second judgement in which the sound of these windows is another one; that of the latest, which may change, may be a third. */
function hearing(change: (window: number) => number | undefined, latest = change) {
  let judged = 0;
  return (input: ListenAgainInput) => {
    const samples = input.samples.slice();
    const windows = samples.length / VAD_WINDOW;
    const { whole } = judgedAgain(input);
    for (let n = 0; n < windows; n++) {
      const sound = (n < whole ? change : latest)(judged + n);
      if (sound !== undefined) samples.fill(sound, n * VAD_WINDOW, (n + 1) * VAD_WINDOW);
    }
    const output = judgedAgain({ ...input, samples });
    judged += output.whole;
    return output;
  };
}

/** Speech of two seconds, from window 31 on. */
const SPEECH = audio(1, 2, 2);

describe('the second judgement', () => {
  test('says where a segment begins and ends', async () => {
    const session = scene({ listenAgain: hearing((n) => (n >= 26 && n < 31 ? 1 : undefined)) });
    session.live.write(SPEECH);
    session.live.end();
    await session.ended;
    const [span] = session.recognized[0]!.speech;
    expect(span!.end - span!.start).toBeCloseTo(68 * 0.032);
    expect(session.events).toEqual(['start', 'end', 'segment', 'last']);
  });

  test('divides what was taken for one segment', async () => {
    const session = scene({ listenAgain: hearing((n) => (n >= 45 && n < 80 ? 0 : undefined)) });
    session.live.write(audio(1, 3, 2));
    session.live.end();
    await session.ended;
    expect(session.segments.map(({ status }) => status)).toEqual(['recognized', 'recognized', 'no-speech']);
  });

  test('drops noise that was taken for speech, and nobody is told that it ended', async () => {
    const session = scene({ listenAgain: hearing(() => 0) });
    session.live.write(SPEECH);
    session.live.end();
    await session.ended;
    expect(session.recognized).toEqual([]);
    expect(session.events).toEqual(['start', 'last']);
  });

  test('finds speech that nobody noticed while it arrived', async () => {
    const session = scene({ listenAgain: hearing((n) => (n >= 30 && n < 90 ? 1 : undefined)) });
    session.live.write(audio(20));
    await vi.waitFor(() => expect(session.events).toEqual(['start', 'end', 'segment']));
    session.live.end();
    await session.ended;
    expect(session.segments.map(({ status }) => status)).toEqual(['recognized', 'no-speech']);
  });

  test('is given once more where its process is lost', async () => {
    let deaths = 0;
    const listenAgain = (input: ListenAgainInput) => {
      if (deaths++ < 2) throw new EngineDiedError('listen-again', 'killed');
      return judgedAgain(input);
    };
    const session = scene({ listenAgain });
    session.live.write(SPEECH);
    session.live.end();
    await session.ended;
    expect(session.events).toEqual(['start', 'end', 'segment', 'last']);
    expect(deaths).toBeGreaterThan(2);
  });

  test('goes through all audio once, however long a session is', async () => {
    let windows = 0;
    const listenAgain = (input: ListenAgainInput) => {
      windows += input.samples.length / VAD_WINDOW;
      return judgedAgain(input);
    };
    const session = scene({ listenAgain });
    const all = audio(...Array.from({ length: 40 }, (_, n) => (n % 2 === 0 ? 4 : 2)));
    for (let at = 0; at < all.length; at += 100) {
      session.live.write(all.subarray(at, at + 100));
      await new Promise((resolve) => setImmediate(resolve));
    }
    session.live.end();
    await session.ended;
    expect(session.segments.filter(({ status }) => status === 'recognized')).toHaveLength(20);
    // And parts that were not complete once or twice more.
    expect(windows).toBeLessThan(2.5 * all.length);
  });

  test('is asked no more often than before once noise is over that was cut', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
    onTestFinished(() => void vi.useRealTimers());
    const endpointer = { ...plainPass.endpointer, maxSegment: 3000 };
    let times = 0;
    const silent = hearing(() => 0);
    const listenAgain = (input: ListenAgainInput) => {
      times += 1;
      return silent(input);
    };
    const { live, events } = scene({ listenAgain }, { endpointer });
    const play = async (bytes: Uint8Array) => {
      const before = times;
      for (let at = 0; at < bytes.length; at += 3) {
        live.write(bytes.subarray(at, at + 3));
        await vi.advanceTimersByTimeAsync(96);
      }
      return times - before;
    };
    await play(audio(1, 3.1, 5));
    expect(events).not.toContain('segment');
    // One look at each part of a second.
    expect(await play(audio(20))).toBeLessThanOrEqual(21);
    // Noise that goes on: three of them at most.
    expect(await play(audio(0, 20))).toBeLessThanOrEqual(75);
  });

  test('that is late delays the audio of a burst, and never stops it', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
    onTestFinished(() => void vi.useRealTimers());
    const lengths = fc.array(fc.double({ min: 0.1, max: 12, noNaN: true }), { minLength: 1, maxLength: 9 });
    const bursts = fc.array(fc.integer({ min: 320, max: 700 }), { minLength: 1, maxLength: 4 });
    // Milliseconds between two bursts, and before the end.
    const waits = fc.integer({ min: 0, max: 1000 });
    const property = fc.asyncProperty(
      lengths,
      bursts,
      waits,
      fc.boolean(),
      async (some, sizes, wait, texts) => {
        const { live, events } = scene({}, {}, { partials: texts });
        const bytes = audio(...some, 2);
        for (let at = 0, n = 0; at < bytes.length; n++) {
          const size = sizes[n % sizes.length]!;
          live.write(bytes.subarray(at, at + size));
          at += size;
          await vi.advanceTimersByTimeAsync(wait);
        }
        live.end();
        await vi.advanceTimersByTimeAsync(10_000);
        live.cancel();
        expect(events.at(-1)).toBe('last');
      },
    );
    const example = [[3.28, 1.36, 0.816, 3.536, 0.944], [320], 0, false] as [
      number[],
      number[],
      number,
      boolean,
    ];
    await fc.assert(property, { numRuns: 100, examples: [example] });
  });

  test('may say anything: a session reports in order, and ends', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
    onTestFinished(() => void vi.useRealTimers());
    const lengths = fc.array(fc.double({ min: 0.04, max: 4, noNaN: true }), { minLength: 1, maxLength: 9 });
    const sizes = fc.array(fc.integer({ min: 1, max: 200 }), { minLength: 1, maxLength: 6 });
    const longest = fc.constantFrom(1000, 2500, 60_000);
    const property = fc.asyncProperty(
      ...([lengths, lengths, lengths, sizes, longest, fc.boolean()] as const),
      async (first, second, third, some, maxSegment, continuous) => {
        const [other, latest] = [audio(...second), audio(...third)];
        const endpointer = { ...plainPass.endpointer, maxSegment };
        const listenAgain = hearing(
          (n) => other[n] ?? 0,
          (n) => latest[n] ?? 0,
        );
        const session = scene({ listenAgain }, { continuous, endpointer }, { partials: true });
        const bytes = audio(...first);
        for (let at = 0, n = 0; at < bytes.length; n++) {
          const size = some[n % some.length]!;
          session.live.write(bytes.subarray(at, at + size));
          at += size;
          // So that it is looked at before all is there.
          await vi.advanceTimersByTimeAsync(100);
        }
        session.live.end();
        await vi.advanceTimersByTimeAsync(10_000);
        session.live.cancel();
        expectOrder(session, continuous);
      },
    );
    // A cut of the latest readings behind which the last ones have no speech.
    type Example = [number[], number[], number[], number[], number, boolean];
    const example: Example = [
      [0.04, 0.04, 0.048, 3.824, 0.976, 0.04],
      [0.04],
      [0.04, 2.448],
      [1],
      2500,
      true,
    ];
    // One behind which the last ones have speech in the overlap alone.
    const overlap: Example = [
      [1.296, 2.864, 0.304, 0.464],
      [0.04, 0.04, 0.24, 0.368],
      [0.04, 0.336, 0.112, 0.976, 0.04],
      [1],
      1000,
      true,
    ];
    await fc.assert(property, { numRuns: 100, examples: [example, overlap] });
  });
});
