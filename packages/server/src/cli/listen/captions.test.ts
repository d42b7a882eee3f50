import { expect, it } from 'vitest';
import { Captions } from './captions.ts';

function terminal(columns: number) {
  const written: string[] = [];
  const out = { columns, write: (text: string) => written.push(text) > 0 };
  return { captions: new Captions(out as never), written };
}

/** What was written, with names for what a terminal does. */
const readable = (text: string) =>
  text
    .replaceAll('\r\u001b[K', '<line>')
    .replaceAll('\u001b[2m', '<faint>')
    .replaceAll('\u001b[22m', '</faint>');

it('writes words anew on one line, faint where they may change, and a result for good', () => {
  const { captions, written } = terminal(40);
  captions.partial('good', 0);
  captions.partial('good morning to', 12);
  captions.final('good morning today');
  captions.final('next');
  expect(written.map(readable)).toEqual([
    '<line><faint>good</faint>',
    '<line>good morning<faint> to</faint>',
    '<line>',
    'good morning today\n',
    'next\n',
  ]);
});

it.each([
  ['the end of a long text', 10, 'one two three', 7, '<line>…wo<faint> three</faint>'],
  ['nothing stable without room', 6, 'one two three', 7, '<line><faint>…hree</faint>'],
  ['wide characters', 8, '今日は良い天気', 0, '<line><faint>…い天気</faint>'],
  ['what a terminal would obey', 40, 'a\u001b[2Jb', 0, '<line><faint>a\\u001b[2Jb</faint>'],
])('shows %s', (_, columns, text, stable, line) => {
  const { captions, written } = terminal(columns);
  captions.partial(text, stable);
  expect(written.map(readable)).toEqual([line]);
});

it('leaves no rest of a line behind', () => {
  const { captions, written } = terminal(40);
  captions.clear();
  expect(written).toEqual([]);
  captions.partial('good', 0);
  captions.clear();
  expect(readable(written.at(-1)!)).toBe('<line>');
});
