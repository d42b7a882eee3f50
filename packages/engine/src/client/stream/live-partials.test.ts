import { describe, expect, test, vi } from 'vitest';
import type { RecognizeSegmentInput } from '../../contract/recognition.ts';
import { scene } from './test-support/live-scene.ts';
import { audio, said, saidLength } from './test-support/scripted-pool.ts';

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
});
