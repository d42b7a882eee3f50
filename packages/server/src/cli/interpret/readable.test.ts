import { expect, it } from 'vitest';
import { readable } from './readable.ts';

const result = (...interpretations: string[]) => ({
  result_status: 'RECOGNIZED' as const,
  alternatives: [
    { index: 0, text: 'two', score: 99, lm: 'inline:0', interpretations, interpretation_scores: [99] },
  ],
});

it('shows meanings as trees', () => {
  expect(readable('two', result('{"pizzas":[{"count":2,"kind":"plain"}]}', 'x'))).toBe(
    'two  (score 99, inline:0)\n  pizzas:\n    - count: 2\n      kind: plain\n  x\n',
  );
});

it('shows what looks like JSON and is none, and what a terminal would obey', () => {
  expect(readable('two', result('{not json', '\u001b[2J'))).toBe(
    'two  (score 99, inline:0)\n  {not json\n  \\u001b[2J\n',
  );
  expect(readable('a\u001bb', { result_status: 'NO_MATCH', alternatives: [] })).toBe(
    'a\\u001bb\n  NO_MATCH\n',
  );
});
