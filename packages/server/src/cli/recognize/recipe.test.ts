import { expect, it } from 'vitest';
import { headOf } from './local-recognizer.ts';
import { readRecipe } from './recipe.ts';

const CONFIG = {
  deployment: 'hosted',
  textify: false,
  accuracy: 'normal',
  enhancement: false,
  lmAliases: {},
} as const;

it('recognises free speech unless something else is named', async () => {
  expect((await readRecipe({})).lms).toEqual(['builtin:slm/general']);
  expect((await readRecipe({ language: 'pt-BR' })).lms).toEqual(['builtin:slm/pt-BR']);
  expect((await readRecipe({ lm: ['builtin:grammar/date'] })).lms).toEqual(['builtin:grammar/date']);
});

it('reads every option as the header of a request would be', async () => {
  const recipe = await readRecipe({
    maxSpeakers: '3',
    hints: 'joão:20',
    accuracy: 'high',
    traits: ['age', 'gender'],
    set: ['decoder.maxSentences=2'],
  });
  const head = headOf(recipe, CONFIG);
  expect(head.diarization?.count).toEqual({ least: 1, most: 3 });
  expect([...head.classifiers]).toEqual(['age', 'gender']);
  expect(head.parameters).toMatchObject({
    'hints.words': [{ phrase: 'joão', boost: 20 }],
    'decoder.accuracy': 'high',
    'decoder.maxSentences': 2,
  });
});

it.each([
  [{ language: 'klingon' }, 'no free-speech model'],
  [{ language: 'pt', lm: ['builtin:grammar/date'] }, '--language chooses the model'],
  [{ hints: 'a', set: ['hints.words=b'] }, 'which another option gives too'],
  [{ grammar: ['/no/such.abnf'] }, 'cannot be read'],
  [{ grammar: ['/dev/zero'] }, 'more than'],
])('refuses %j', async (options, message) => {
  await expect(readRecipe(options)).rejects.toThrow(message);
});

it.each([
  [{ maxSpeakers: '99' }, 'maxSpeakers'],
  [{ set: ['decoder.maxSentences=many'] }, 'expected an integer'],
  [{ lm: ['digits'] }, 'as in builtin:grammar/digits'],
])('says what is wrong with %j before anything starts', async (options, message) => {
  const recipe = await readRecipe(options);
  expect(() => headOf(recipe, CONFIG)).toThrow(message);
});
