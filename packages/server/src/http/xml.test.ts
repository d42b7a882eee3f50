import fc from 'fast-check';
import { SaxesParser } from 'saxes';
import { describe, expect, it } from 'vitest';
import { writeXml } from './xml.ts';

/** Root name and, per child element, its name and text; throws on anything not well formed. */
function read(xml: string): { root: string; children: [string, string][] } {
  const parser = new SaxesParser();
  const open: string[] = [];
  const children: [string, string][] = [];
  let root = '';
  let text = '';
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('opentag', ({ name }) => {
    if (open.length === 0) root = name;
    open.push(name);
    text = '';
  });
  parser.on('text', (part) => {
    text += part;
  });
  parser.on('closetag', ({ name }) => {
    open.pop();
    if (open.length === 1) children.push([name, text]);
  });
  parser.write(xml).close();
  return { root, children };
}

describe('the XML writer', () => {
  it('writes objects, lists, numbers and booleans; leaves the undefined out', () => {
    const list = { element: 'word', items: [{ text: 'a' }, { text: 'b', score: 5 }] };
    expect(writeXml('r', { done: true, gone: undefined, empty: '', words: list })).toBe(
      '<?xml version="1.0" encoding="UTF-8"?>\n<r><done>true</done><empty/><words><word><text>a</text></word><word><text>b</text><score>5</score></word></words></r>',
    );
  });

  it('brings back any text that XML can hold', () => {
    const unit = fc.oneof(
      fc.constantFrom('&', '<', '>', ']]>', '"', "'", '\r', '\n', '\t', 'é', '😀'),
      fc.string(),
    );
    fc.assert(
      fc.property(fc.array(unit), (parts) => {
        const text = parts.join('');
        const expected = [...text]
          .map((c) =>
            /^[\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]$/u.test(c) ? c : '\ufffd',
          )
          .join('');
        expect(read(writeXml('root', { a: text, b: 1 }))).toEqual({
          root: 'root',
          children: [
            ['a', expected],
            ['b', '1'],
          ],
        });
      }),
      { numRuns: 500 },
    );
  });

  it('stays well formed for any string of code units', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 0xffff })), (units) => {
        read(writeXml('root', String.fromCharCode(...units)));
      }),
      { numRuns: 500 },
    );
  });
});
