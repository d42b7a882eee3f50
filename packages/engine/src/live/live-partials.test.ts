import {
  type ListenAgainInput,
  type ListenInput,
  type RecognizeSegmentInput,
  VAD_WINDOW,
} from '@locutor/contract';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { plainPass } from '../recognize/test-support/plain-request.ts';
import { scene } from './test-support/live-scene.ts';
import { audio, judged, judgedAgain, said, saidLength } from './test-support/scripted-pool.ts';

describe('partial results', () => {
  test('come while somebody speaks, with words that do not change any more', async () => {
    const texts = ['one', 'one two', 'one two free', 'one two three four', 'one two three four'];
    let at = 0;
    const recognize = async () => said(texts[Math.min(at++, texts.length - 1)]!);
    const { live, partials, ended } = scene({ recognize }, {}, { partials: true });
    live.write(audio(1));
    for (let n = 0; n < 7; n++) {
      live.write(audio(0, 0.4));
      await vi.waitFor(() => expect(partials.length).toBe(n + 1));
    }
    expect(partials.map(({ text, stable }) => [text.slice(0, stable), text.slice(stable)])).toEqual([
      ['', 'one'],
      ['', 'one two'],
      ['', 'one two free'],
      ['', 'one two three four'],
      ['', 'one two three four'],
      ['one', ' two three four'],
      ['one two', ' three four'],
    ]);
    live.end();
    await ended;
  });

  test('wait for the result of what was said before: they belong to the segment that is next', async () => {
    let release = () => {};
    const gate = new Promise<void>((resolve) => {
      release = resolve;
    });
    const recognize = async (input: RecognizeSegmentInput) => {
      await gate;
      return saidLength(input);
    };
    const { live, events, partials, recognized } = scene({ recognize }, {}, { partials: true });
    live.write(audio(1, 2, 2));
    await vi.waitFor(() => expect(recognized).toHaveLength(1));
    live.write(audio(0, 1));
    await vi.waitFor(() => expect(events).toEqual(['start', 'end', 'start']));
    await new Promise((resolve) => setImmediate(resolve));
    expect(recognized).toHaveLength(1);
    release();
    await vi.waitFor(() => expect(partials).toHaveLength(1));
    expect(events).toEqual(['start', 'end', 'start', 'segment']);
  });

  test('have all words where speech is probably over, and they are stable', async () => {
    const { live, events, partials, recognized } = scene({}, {}, { partials: true });
    live.write(audio(1, 2));
    await vi.waitFor(() => expect(partials).toHaveLength(1));
    live.write(audio(0.7));
    await vi.waitFor(() => expect(partials).toHaveLength(2));
    const { length } = recognized.at(-1)!.samples;
    expect(partials[1]).toMatchObject({ text: `${length} samples`, stable: `${length} samples`.length });
    expect(events).toEqual(['start']);
  });

  test('are not made of silence but once: the result needs the process', async () => {
    const { live, partials, recognized, listened, ended } = scene({}, {}, { partials: true });
    live.write(audio(1, 0.4));
    await vi.waitFor(() => expect(partials).toHaveLength(1));
    for (let n = 0; n < 2; n++) {
      const before = listened.length;
      live.write(audio(0.4));
      await vi.waitFor(() => expect(listened.length).toBeGreaterThan(before));
    }
    live.write(audio(1));
    live.end();
    await ended;
    expect([partials.length, recognized.length]).toEqual([2, 2]);
  });

  test('are left out while all processes are busy', async () => {
    const { live, partials, recognized, ended } = scene({ up: 0 }, {}, { partials: true });
    live.write(audio(1, 3, 0.5));
    live.end();
    await ended;
    expect([partials.length, recognized.length]).toEqual([0, 1]);
  });

  test('go on over a cut that only a model needs: all words stay, and each is there once', async () => {
    const WORD = 0.4;
    let begun = 0;
    // Each window says where it is, so that words can be where they were said.
    const listen = (input: ListenInput) => {
      const output = judged(input);
      const { samples } = output;
      for (let n = 0; n < input.bytes.length; n++, begun++)
        samples.fill(begun + input.bytes[n]! / 2, n * VAD_WINDOW, (n + 1) * VAD_WINDOW);
      return output;
    };
    const listenAgain = (input: ListenAgainInput) =>
      judgedAgain({ ...input, samples: input.samples.map((sample) => 2 * (sample % 1)) });
    const recognize = async ({ samples, quick, words }: RecognizeSegmentInput) => {
      // The result of a piece takes as long as some partial results.
      if (!quick) await new Promise((resolve) => setTimeout(resolve, 1000));
      const from = Math.floor(samples[0]!) * 0.032;
      const all = Array.from({ length: 120 }, (_, n) => ({
        text: `w${n}`,
        start: n * WORD,
        end: (n + 1) * WORD,
      }));
      const heard = all
        // Of words at the edges there are some that nobody said.
        .map((word) => ({ ...word, text: word.start < from && from > 1 ? 'half' : word.text }))
        .filter(({ start, end }) => start > from - 0.2 && end < from + samples.length / 16_000 + 0.2)
        .map((word) => ({ ...word, start: word.start - from, end: word.end - from, score: 1 }));
      const text = heard.map((word) => word.text).join(' ');
      const alternative = { text, score: 0.97, words: words === 'all' ? heard : [] };
      return { language: 'en', alternatives: [alternative], bound: [] };
    };
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
    onTestFinished(() => void vi.useRealTimers());
    const endpointer = { ...plainPass.endpointer, maxSegment: 60_000 };
    const { live, partials } = scene(
      { listen, listenAgain, recognize, up: 4 },
      { endpointer },
      { partials: true },
    );
    const bytes = audio(1, 40);
    for (let at = 0; at < bytes.length; at += 3) {
      live.write(bytes.subarray(at, at + 3));
      await vi.advanceTimersByTimeAsync(96);
    }
    expect(partials.length).toBeGreaterThan(80);
    expect(partials.at(-1)!.end).toBeGreaterThan(40);
    for (const [n, { text, stable }] of partials.entries()) {
      const before = partials[n - 1] ?? { text: '', stable: 0 };
      expect(text.slice(0, before.stable)).toBe(before.text.slice(0, before.stable));
      expect(stable).toBeGreaterThanOrEqual(before.stable);
      const words = text.split(' ');
      expect(words).toEqual(words.map((_, at) => `w${at + Number(words[0]!.slice(1))}`));
    }
    const { text, stable } = partials.at(-1)!;
    expect(text.length - stable).toBeLessThan(20);
  });
});
