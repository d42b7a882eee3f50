import { describe, expect, test, vi } from 'vitest';
import type { ListenAgainInput } from '../../contract/listen.ts';
import { VAD_WINDOW } from '../../contract/sample-rate.ts';
import { EngineDiedError } from '../pool/errors.ts';
import { scene } from './test-support/live-scene.ts';
import { audio, judgedAgain } from './test-support/scripted-pool.ts';

/** A second judgement in which the sound of these windows is another one. */
function hearing(change: (window: number) => number | undefined) {
  let judged = 0;
  return (input: ListenAgainInput) => {
    const samples = input.samples.slice();
    const windows = samples.length / VAD_WINDOW;
    for (let n = 0; n < windows; n++) {
      const sound = change(judged + n);
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
});
