import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { transcript } from '../test/arbitrary.ts';
import { type Transcript, toSrt, toText, toTsv, toVtt, wholeText } from './index.ts';

const two: Transcript = {
  segments: [
    { start: 0.5, end: 1.25, text: 'good morning', speaker: '1', words: [] },
    { start: 3661.0004, end: 3662.5, text: 'fish & <chips>\n\n--> now', speaker: 'ana', words: [] },
  ],
};

describe('two segments', () => {
  it('as text', () => {
    expect(toText(two)).toBe('Speaker 1: good morning\nana: fish & <chips> --> now\n');
    expect(toText({ segments: [{ start: 0, end: 1, text: 'hello', words: [] }] })).toBe('hello\n');
  });

  it('as one text', () => {
    expect(wholeText(two)).toBe('good morning fish & <chips> --> now');
    const said = (...texts: string[]) => ({
      segments: texts.map((text) => ({ start: 0, end: 1, text, words: [] })),
    });
    expect(wholeText(said('你好。', '我想要一杯咖啡'))).toBe('你好。我想要一杯咖啡');
    expect(wholeText(said('コーヒー', 'please', 'を'))).toBe('コーヒー please を');
  });

  it('as WebVTT', () => {
    expect(toVtt(two)).toBe(
      'WEBVTT\n\n00:00:00.500 --> 00:00:01.500\n<v Speaker 1>good morning\n\n' +
        '01:01:01.000 --> 01:01:02.500\n<v ana>fish &amp; &lt;chips&gt; --&gt; now\n',
    );
  });

  it('as SubRip', () => {
    expect(toSrt(two)).toBe(
      '1\n00:00:00,500 --> 00:00:01,500\nSpeaker 1: good morning\n\n' +
        '2\n01:01:01,000 --> 01:01:02,500\nana: fish & ‹chips> → now\n',
    );
  });

  it('as a table', () => {
    expect(toTsv(two)).toBe(
      'start\tend\tspeaker\ttext\n500\t1250\tSpeaker 1\tgood morning\n' +
        '3661000\t3662500\tana\tfish & <chips> --> now\n',
    );
  });
});

it('nothing said is an empty file of each format', () => {
  const none = { segments: [] };
  expect([toText(none), toVtt(none), toSrt(none), toTsv(none)]).toEqual([
    '',
    'WEBVTT\n',
    '',
    'start\tend\tspeaker\ttext\n',
  ]);
});

const unescaped = (text: string) =>
  text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');
const textsOf = ({ segments }: Transcript) =>
  segments.toSorted((a, b) => a.start - b.start).flatMap(({ text }) => text.split(' '));

describe('any transcript', () => {
  it('reads back from WebVTT as the words it had', () => {
    fc.assert(
      fc.property(transcript(), (any) => {
        const [head, ...blocks] = toVtt(any).replace(/\n$/, '').split('\n\n');
        expect(head).toBe('WEBVTT');
        const words = blocks.flatMap((block) => {
          const [times, ...lines] = block.split('\n');
          expect(times).toMatch(/^\d{2,}:[0-5]\d:[0-5]\d\.\d{3} --> \d{2,}:[0-5]\d:[0-5]\d\.\d{3}$/);
          const text = lines.join(' ').replace(/^<v [^<>]+>/, '');
          expect(text).not.toMatch(/[<>]|&(?!(?:amp|lt|gt);)|^$/);
          return unescaped(text).split(' ');
        });
        expect(words).toEqual(textsOf(any));
      }),
    );
  });

  it('is numbered blocks of times and text in SubRip, whatever is said', () => {
    fc.assert(
      fc.property(transcript(), (any) => {
        const blocks = toSrt(any)
          .replace(/\n$/, '')
          .split('\n\n')
          .filter((block) => block !== '');
        for (const [index, block] of blocks.entries()) {
          const [number, times, ...lines] = block.split('\n');
          expect(number).toBe(String(index + 1));
          expect(times).toMatch(/^\d{2,}:[0-5]\d:[0-5]\d,\d{3} --> \d{2,}:[0-5]\d:[0-5]\d,\d{3}$/);
          expect(lines.length).toBeGreaterThan(0);
          for (const line of lines) expect(line).not.toMatch(/-->|<[\p{L}/!]|\{\\|^$/u);
        }
      }),
    );
  });

  it('is a row of four cells per segment in a table', () => {
    fc.assert(
      fc.property(transcript(fc.string({ minLength: 1 })), (any) => {
        const rows = toTsv(any).split('\n');
        expect(rows.pop()).toBe('');
        expect(rows).toHaveLength(any.segments.length + 1);
        for (const row of rows.slice(1)) expect(row).toMatch(/^\d+\t\d+\t[^\t]*\t[^\t]*$/);
      }),
    );
  });
});
