import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { confirmDeletion } from './confirm-deletion.ts';

/** What comes of a deletion when somebody types this at a terminal, and what is shown. */
async function ask(typed: string, { isTTY = true, yes = false } = {}) {
  const input = Object.assign(new PassThrough(), { isTTY });
  const output = new PassThrough();
  input.end(typed);
  const outcome = await confirmDeletion('the user "bob"', { yes }, { input, output }).then(
    () => 'deleted',
    (error: Error) => error.message,
  );
  output.end();
  return { outcome, shown: await text(output) };
}

const QUESTION = 'Permanently delete the user "bob"? [y/N] ';

test.each(['y\n', 'Yes\n'])('a deletion is confirmed by %j', async (typed) => {
  expect(await ask(typed)).toEqual({ outcome: 'deleted', shown: QUESTION });
});

test.each(['\n', 'n\n', 'yesterday\n', ''])('nothing is deleted after %j', async (typed) => {
  const { outcome, shown } = await ask(typed);
  expect([outcome, shown.trimEnd()]).toEqual(['nothing was deleted', QUESTION.trimEnd()]);
});

test('--yes deletes without a question', async () => {
  expect(await ask('', { yes: true, isTTY: false })).toEqual({ outcome: 'deleted', shown: '' });
});

test('without a terminal and --yes, a deletion is refused whatever the input holds', async () => {
  expect(await ask('y\n', { isTTY: false })).toEqual({
    outcome: 'not deleted: the user "bob". Add --yes to delete without a terminal to ask in.',
    shown: '',
  });
});
