import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { models } from '@locutor/models';
import { expect, test } from 'vitest';
import { acceptLicences } from './accept-licences.ts';

/** What comes of asking about these models somebody who answers so, and what was shown. */
async function ask(names: string[], { typed, accepted = false }: { typed?: string; accepted?: boolean }) {
  const input = Object.assign(new PassThrough(), { isTTY: typed !== undefined });
  const output = new PassThrough();
  input.end(typed ?? '');
  const outcome = await acceptLicences(names, accepted, { models, input, output }).then(
    () => 'accepted',
    (error: Error) => error.message,
  );
  output.end();
  return { outcome, shown: await text(output) };
}

test('models without a condition need no answer', async () => {
  expect(await ask(['moonshine-base', 'kokoro'], {})).toEqual({ outcome: 'accepted', shown: '' });
});

test('the licence, its condition and whom to thank are shown before the question', async () => {
  const { shown } = await ask(['emotion'], { typed: 'yes\n' });
  expect(shown).toContain('Model emotion has a licence of its own: CC-BY-NC-SA-4.0');
  expect(shown).toContain('may not be used for commercial purposes');
  expect(shown).toContain('RAVDESS');
  expect(shown.indexOf('RAVDESS')).toBeLessThan(shown.indexOf('Do you accept'));
});

test.each([
  ['y\n', 'accepted'],
  [' YES \n', 'accepted'],
  ['n\n', 'model emotion is not installed'],
  ['\n', 'model emotion is not installed'],
  ['yesterday\n', 'model emotion is not installed'],
  ['', 'model emotion is not installed'],
])('typing %j is %s', async (typed, outcome) => {
  expect(await ask(['emotion'], { typed })).toMatchObject({ outcome });
});

test('without a terminal the option is needed', async () => {
  expect((await ask(['emotion'], {})).outcome).toContain('--accept-licence');
  const { outcome, shown } = await ask(['emotion'], { accepted: true });
  expect(outcome).toBe('accepted');
  expect(shown).toContain('CC-BY-NC-SA-4.0');
  expect(shown).not.toContain('Do you accept');
});
