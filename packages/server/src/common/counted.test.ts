import { expect, it } from 'vitest';
import { counted } from './counted.ts';

it('says one of a thing as one says it', () => {
  expect([0, 1, 2].map((count) => counted(count, 'utterance'))).toEqual([
    '0 utterances',
    '1 utterance',
    '2 utterances',
  ]);
});
