import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { marksHeader, mayHaveMarks, waitsForMarks } from './marks.ts';

const ssml = (text: string) => ({ ssml: true, text });

describe('marks in a header', () => {
  it('are ASCII, are not too long and can be read back', () => {
    const mark = fc.record({ name: fc.string({ unit: 'binary' }), ms: fc.nat() });
    fc.assert(
      fc.property(fc.array(mark, { maxLength: 150 }), (marks) => {
        const value = marksHeader(marks);
        expect(value).toMatch(/^[\x20-\x7e]*$/);
        expect(value.length).toBeLessThanOrEqual(8000);
        const read = JSON.parse(value) as typeof marks;
        expect(read).toEqual(marks.slice(0, read.length));
        if (JSON.stringify(marks).length * 6 < 8000) expect(read).toHaveLength(marks.length);
      }),
      { numRuns: 40 },
    );
  });

  it('are whole milliseconds', () => {
    expect(marksHeader([{ name: 'é', ms: 12.6 }])).toBe('[{"name":"\\u00e9","ms":13}]');
  });
});

describe('a document', () => {
  it.each([
    ['<speak><mark name="a"/>Hi.</speak>', true],
    ['<speak><s:mark name="a"/>Hi.</speak>', true],
    ['<speak><mark/></speak>', true],
    ['<speak>question mark</speak>', false],
    ['<speak><marker/></speak>', false],
  ])('%s has marks: %s', (text, expected) => {
    expect(mayHaveMarks(ssml(text))).toBe(expected);
    expect(waitsForMarks(ssml(text))).toBe(expected);
    expect(mayHaveMarks({ ssml: false, text })).toBe(false);
  });

  it('that is long is not waited for', () => {
    const long = ssml(`<speak><mark name="a"/>${'word '.repeat(200)}</speak>`);
    expect([mayHaveMarks(long), waitsForMarks(long)]).toEqual([true, false]);
  });
});
