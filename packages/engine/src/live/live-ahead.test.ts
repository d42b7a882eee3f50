import { defaultEndpointer, Endpointer, type RecognizeSegmentInput } from '@locutor/contract';
import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { EngineDiedError } from '../pool/errors.ts';
import { segmentRequest } from '../recognize/recognition.ts';
import { plainPass } from '../recognize/test-support/plain-request.ts';
import type { LiveAgain } from './live-again.ts';
import { LiveAhead } from './live-ahead.ts';
import { scene } from './test-support/live-scene.ts';
import { audio, said, scriptedPool } from './test-support/scripted-pool.ts';

type Scene = ReturnType<typeof scene>;

/** Sends audio, and waits until it was listened to. */
async function hear({ live, listened }: Scene, bytes: Uint8Array): Promise<void> {
  const heard = () => listened.reduce((sum, input) => sum + input.bytes.length, 0);
  const all = heard() + bytes.length;
  live.write(bytes);
  await vi.waitFor(() => expect(heard()).toBe(all), { interval: 2 });
  await new Promise((resolve) => setImmediate(resolve));
}

describe('speech that is probably over', () => {
  test('is recognised before its silence has lasted, and once only', async () => {
    const session = scene();
    await hear(session, audio(1, 2, 0.7));
    expect(session.recognized).toHaveLength(1);
    expect(session.events).toEqual(['start']);
    await hear(session, audio(1));
    await vi.waitFor(() => expect(session.events).toEqual(['start', 'end', 'segment']));
    expect(session.recognized).toHaveLength(1);
    const { length } = session.recognized[0]!.samples;
    expect(session.segments[0]!.alternatives[0]!.text).toBe(`${length} samples`);
    expect(session.segments[0]!.end).toBeCloseTo(3.4, 1);
  });

  test('is the same one where its times are counted from another place', async () => {
    const { pool, turns } = scriptedPool();
    const endpointer = new Endpointer(defaultEndpointer);
    for (const byte of audio(1, 2, 0.7))
      endpointer.push({ probability: byte === 1 ? 0.95 : 0.02, rms: 0.1, peak: 0.2 });
    const found = endpointer.expected!;
    const again = { look: async () => ({ expected: { found, samples: new Float32Array(512) } }) };
    const jobs = {
      pool,
      turns,
      passes: [segmentRequest(plainPass)],
      client: '',
      signal: new AbortController().signal,
    };
    const watch = { onText() {}, onLooked() {}, onError() {} };
    for (const [offset, same] of [
      [1e-12, true],
      [0.032, false],
    ] as const) {
      const ahead = new LiveAhead(jobs, endpointer, again as unknown as LiveAgain, watch);
      ahead.look(() => undefined);
      await new Promise((resolve) => setImmediate(resolve));
      const speech = found.speech.map(({ start, end }) => ({ start, end: end + offset }));
      const outputs = ahead.take({ ...found, audioStart: found.audioStart + offset, speech }, undefined);
      expect(outputs !== undefined).toBe(same);
    }
  });

  test('is recognised as a whole when it goes on', async () => {
    const session = scene();
    await hear(session, audio(1, 1, 0.7));
    expect(session.recognized).toHaveLength(1);
    await hear(session, audio(0, 1));
    await hear(session, audio(2));
    await vi.waitFor(() => expect(session.segments).toHaveLength(1));
    const { speech, samples } = session.recognized.at(-1)!;
    expect(speech).toHaveLength(2);
    expect(session.segments[0]!.alternatives[0]!.text).toBe(`${samples.length} samples`);
  });

  test('that cannot be recognised is a failure once it is over', async () => {
    const recognize = () => Promise.reject(new EngineDiedError('recognize-segment', 'killed'));
    const session = scene({ recognize });
    await hear(session, audio(1, 2, 0.7));
    expect(session.events).toEqual(['start']);
    await hear(session, audio(1));
    await vi.waitFor(() => expect(session.segments.map(({ status }) => status)).toEqual(['failure']));
  });

  test('waits for its end where the audio that follows is already there', async () => {
    const session = scene();
    const bytes = new Uint8Array(18_000);
    bytes.set(audio(1, 2, 0.7));
    session.live.write(bytes.subarray(0, 110));
    session.live.write(bytes.subarray(110));
    await vi.waitFor(() => expect(session.segments).toHaveLength(1));
    expect(session.recognized).toHaveLength(1);
    expect(session.recognized[0]!.samples.length).toBeGreaterThan(16_000 * 3.9);
  });

  test('is recognised once also where audio was held up meanwhile', async () => {
    let resume = () => {};
    let blocked: Promise<void> | undefined;
    const session = scene({ beforeListen: () => blocked });
    await hear(session, audio(1, 2, 0.7));
    expect(session.recognized).toHaveLength(1);
    blocked = new Promise((resolve) => {
      resume = resolve;
    });
    const { length } = session.listened;
    session.live.write(audio(0.1));
    await vi.waitFor(() => expect(session.listened).toHaveLength(length + 1));
    session.live.write(new Uint8Array(18_000));
    resume();
    await vi.waitFor(() => expect(session.segments).toHaveLength(1));
    expect(session.recognized).toHaveLength(1);
  });

  test('waits for its end where no process is free', async () => {
    const session = scene({ up: 0 });
    await hear(session, audio(1, 2, 0.7));
    expect(session.recognized).toHaveLength(0);
    await hear(session, audio(1));
    await vi.waitFor(() => expect(session.segments).toHaveLength(1));
    expect(session.recognized).toHaveLength(1);
  });

  test('waits for its end where there are fewer free processes than passes', async () => {
    const passes = [plainPass, { ...plainPass, language: 'pt' }];
    for (const [up, jobs] of [
      [1, 0],
      [2, 2],
    ]) {
      const session = scene({ up: up! }, {}, { passes });
      await hear(session, audio(1, 2, 0.7));
      expect(session.recognized).toHaveLength(jobs!);
      await hear(session, audio(1));
      await vi.waitFor(() => expect(session.segments).toHaveLength(1));
      expect(session.recognized).toHaveLength(2);
    }
  });

  test('is given up with its session, also after its end', async () => {
    for (const more of [0, 1]) {
      let stopped: AbortSignal | undefined;
      const recognize = (_: RecognizeSegmentInput, signal: AbortSignal | undefined) => {
        stopped = signal;
        return new Promise<never>(() => {});
      };
      const session = scene({ recognize });
      await hear(session, audio(1, 2, 0.7));
      await hear(session, audio(more));
      expect(stopped!.aborted).toBe(false);
      session.live.cancel();
      expect(stopped!.aborted).toBe(true);
    }
  });

  test('has the results that it has without', async () => {
    const pattern = fc.array(fc.double({ min: 0.1, max: 2, noNaN: true }), { minLength: 2, maxLength: 5 });
    const recognize = async ({ speech, leastSpeech }: RecognizeSegmentInput) =>
      said(JSON.stringify([speech, leastSpeech]));
    const results = async (seconds: readonly number[], maxSegment: number, up: number) => {
      const session = scene({ recognize, up }, { endpointer: { ...defaultEndpointer, maxSegment } });
      const bytes = audio(...seconds);
      for (let at = 0; at < bytes.length; at += 8) await hear(session, bytes.slice(at, at + 8));
      session.live.end();
      await session.ended;
      return session.segments;
    };
    const longest = fc.constantFrom(2500, 60_000);
    const property = fc.asyncProperty(pattern, longest, async (seconds, maxSegment) => {
      expect(await results(seconds, maxSegment, 2)).toEqual(await results(seconds, maxSegment, 0));
    });
    await fc.assert(property, { numRuns: 4 });
  });
});
