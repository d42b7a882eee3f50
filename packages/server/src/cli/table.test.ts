import { expect, it } from 'vitest';
import { columns } from './table.ts';

it('shows what a terminal would obey, and aligns what is shown', () => {
  const rows = [
    ['user', 'consent'],
    ['a\u202eb', '\u001b[31mred\nnext\u2028'],
    ['語', ''],
  ];
  expect(columns(rows)).toBe(
    ['user      consent', 'a\\u202eb  \\u001b[31mred\\u000anext\\u2028', '語'].join('\n'),
  );
});
