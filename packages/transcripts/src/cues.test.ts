import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { transcript, wordless } from '../test/arbitrary.ts';
import { columnsOf } from './columns.ts';
import { type Cue, cuesOf } from './cues.ts';
import type { Transcript } from './transcript.ts';

const all = fc.oneof(transcript(), transcript().map(wordless));
const wordsOf = (lines: readonly string[]) => lines.flatMap((line) => line.split(' '));

/** Each word a third of a second, one after the other. */
function spoken(text: string, start = 0, speaker?: string): Transcript['segments'][number] {
  const words = text.split(' ').map((each, index) => ({
    text: each,
    start: start + index / 3,
    end: start + (index + 1) / 3,
  }));
  return { text, words, start, end: words.at(-1)!.end, ...(speaker !== undefined && { speaker }) };
}
const cues = (...segments: Transcript['segments']) => cuesOf({ segments }, { labels: true });
const shown = (list: readonly Cue[]) => list.map(({ lines }) => lines);

describe('captions of any transcript', () => {
  it('never overlap and never go backwards', () => {
    fc.assert(
      fc.property(all, fc.boolean(), (any, labels) => {
        let free = 0;
        for (const { start, end } of cuesOf(any, { labels })) {
          expect([Number.isInteger(start), Number.isInteger(end)]).toEqual([true, true]);
          expect(start).toBeGreaterThanOrEqual(free);
          expect(end).toBeGreaterThan(start);
          free = end;
        }
      }),
    );
  });

  it('have all words, in the order of the segments', () => {
    fc.assert(
      fc.property(all, (any) => {
        const said = any.segments
          .toSorted((a, b) => a.start - b.start)
          .flatMap(({ text }) => text.split(' '));
        expect(cuesOf(any, { labels: false }).flatMap(({ lines }) => wordsOf(lines))).toEqual(said);
      }),
    );
  });

  it('have at most two lines of 42 columns, or one word that is longer', () => {
    fc.assert(
      fc.property(all, fc.boolean(), (any, labels) => {
        for (const { lines } of cuesOf(any, { labels })) {
          expect(lines.length).toBeLessThanOrEqual(2);
          for (const line of lines) expect(columnsOf(line) <= 42 || !line.includes(' ')).toBe(true);
        }
      }),
    );
  });

  it('lose no character of languages without spaces, and have no line that is too long', () => {
    const kana = fc.string({
      unit: fc.constantFrom(...'今日は天気がいいですね。、「」ーっコーヒーを下さい我想要一杯咖啡'),
      minLength: 1,
    });
    fc.assert(
      fc.property(transcript(kana), (some) => {
        const segments = some.segments.map((each) => ({ ...each, text: each.text.replaceAll(' ', '') }));
        const list = cuesOf({ segments }, { labels: false });
        const said = segments.toSorted((a, b) => a.start - b.start).map(({ text }) => text);
        expect(list.flatMap(({ lines }) => lines).join('')).toBe(said.join(''));
        for (const { lines } of list)
          for (const line of lines) expect(columnsOf(line)).toBeLessThanOrEqual(42);
      }),
      { numRuns: 30 },
    );
  });
});

describe('captions', () => {
  it('are cut where a sentence ends, and their lines are about as long as each other', () => {
    const text =
      'The weather in the north is cold and clear today. Please transfer forty pounds to my account before noon, and call me.';
    expect(shown(cues(spoken(text)))).toEqual([
      ['The weather in the north', 'is cold and clear today.'],
      ['Please transfer forty pounds to my', 'account before noon, and call me.'],
    ]);
  });

  it('end in a pause, and after seven seconds', () => {
    const slow = {
      ...spoken('one two'),
      words: [
        { text: 'one', start: 0, end: 1 },
        { text: 'two', start: 3, end: 4 },
      ],
    };
    expect(cues(slow)).toMatchObject([
      { start: 0, end: 1000, lines: ['one'] },
      { start: 3000, end: 4000, lines: ['two'] },
    ]);
    const drawn = {
      ...spoken('a b'),
      words: [
        { text: 'a', start: 0, end: 4 },
        { text: 'b', start: 4, end: 8 },
      ],
    };
    expect(shown(cues(drawn))).toEqual([['a'], ['b']]);
  });

  it('stay for a second if the next one leaves them the time', () => {
    expect(cues(spoken('yes'), spoken('no', 0.5), spoken('well', 3))).toMatchObject([
      { start: 0, end: 500 },
      { start: 500, end: 1500 },
      { start: 3000, end: 4000 },
    ]);
  });

  it('begin with the speaker where that changes', () => {
    const list = cues(
      spoken('good morning', 0, '1'),
      spoken('how are you', 2, '1'),
      spoken('fine', 4, 'ana'),
    );
    expect(shown(list)).toEqual([['Speaker 1: good morning'], ['how are you'], ['ana: fine']]);
    expect(list.map(({ speaker }) => speaker)).toEqual(['1', '1', 'ana']);
  });

  it('break Japanese and Chinese between words and characters, not before a closing mark', () => {
    const text = '今日は天気がいいですね、コーヒーを飲みながら、ゆっくりと本を読みましょう。';
    const segment = { text, words: [], start: 0, end: 5 };
    const [cue, ...more] = cues(segment);
    expect(more).toEqual([]);
    expect(cue!.lines.join('')).toBe(text);
    expect(cue!.lines).toHaveLength(2);
    for (const line of cue!.lines) expect(line).not.toMatch(/^[、。]/);
  });

  it('take the spaces between words from the text', () => {
    const words = ['コーヒー', 'を', 'please'].map((text, at) => ({ text, start: at, end: at + 1 }));
    expect(shown(cues({ text: 'コーヒーを please', words, start: 0, end: 3 }))).toEqual([
      ['コーヒーを please'],
    ]);
  });
});
