import { expect, it } from 'vitest';
import { commandsOf } from './blocks.ts';
import { hasShape } from './same-shape.ts';

it('compares texts, not numbers', () => {
  expect(hasShape('[{"text":"one","score":94}]', '[{"text":"one","score":7.5}]')).toBe(true);
  expect(hasShape('[{"text":"one","score":94}]', '[{"text":"two","score":94}]')).toBe(false);
  expect(hasShape('{"interpretations":["1234"]}', '{"interpretations":["1235"]}')).toBe(false);
  expect(hasShape('{"id":"380303505343733853"}', '{"id":"380303505343733999"}')).toBe(true);
});

it('takes an ellipsis for anything, and nothing else', () => {
  expect(hasShape('[{"a":1,…}]', '[{"a":2,"b":[3]}]')).toBe(true);
  expect(hasShape('[{"a":1,…}]', '{"code":"ERR_INTERNAL"}')).toBe(false);
  expect(hasShape('', 'something')).toBe(false);
});

it('finds commands and what they print', () => {
  expect(commandsOf('$ a \\\n    b\nout\nput\n$ c')).toEqual([
    { command: 'a \\\n    b', output: 'out\nput' },
    { command: 'c', output: '' },
  ]);
});
