import fc from 'fast-check';
import { expect, it } from 'vitest';
import { csvRow } from './csv.ts';

it('quotes what RFC 4180 wants quoted', () => {
  expect(csvRow(['a', 1, undefined, '', 'b c'])).toBe('a,1,,,b c\r\n');
  expect(csvRow(['a,b', 'say "x"', 'two\r\nlines'])).toBe('"a,b","say ""x""","two\r\nlines"\r\n');
});

it.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', '\n=1', '＝1', '＠x'])('makes %j text', (text) => {
  expect(csvRow([text]).replace(/^"/, '')).toMatch(/^'/);
});

it('leaves negative and large numbers numbers', () => {
  expect(csvRow([-5, '9223372036854775807'])).toBe('-5,9223372036854775807\r\n');
});

it('can be read back whatever the cells hold, and no cell begins a formula', () => {
  const cells = fc.array(fc.string({ unit: 'binary' }), { minLength: 1, maxLength: 6 });
  fc.assert(
    fc.property(cells, (row) => {
      const read = readRow(csvRow(row));
      expect(read).toHaveLength(row.length);
      row.forEach((cell, index) => {
        expect([cell, `'${cell}`]).toContain(read[index]);
        expect(read[index]).not.toMatch(/^[=+\-@\t\r\n]/);
      });
    }),
  );
});

/** One record by the grammar of RFC 4180. */
function readRow(text: string): string[] {
  const cells: string[] = [];
  const cell = /("(?:[^"]|"")*"|[^",\r\n]*)(,|\r\n)/gy;
  for (let match = cell.exec(text); match !== null; match = cell.exec(text)) {
    const [, body = '', end] = match;
    cells.push(body.startsWith('"') ? body.slice(1, -1).replaceAll('""', '"') : body);
    if (end === '\r\n') expect(cell.lastIndex).toBe(text.length);
  }
  return cells;
}
