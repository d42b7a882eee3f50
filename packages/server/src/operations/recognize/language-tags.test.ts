import { expect, it } from 'vitest';
import { ask, form, spoken } from './testing.ts';

it.each([
  ['builtin:slm/pt-BR', 'pt', 'whisper-small'],
  ['builtin:slm/EN-us', 'en', 'moonshine-base'],
  ['builtin:slm/Auto', 'auto', 'whisper-small'],
  ['builtin:slm/GENERAL', 'pt', 'whisper-small'],
])('%s is recognised in %s by %s, and the answer repeats it', async (lm, language, model) => {
  const answer = await ask(() => [spoken(['olá'])], { lms: [lm], env: { LOCUTOR_LANGUAGE: 'pt-BR' } });
  expect(answer.requests).toMatchObject([{ language, model }]);
  expect(answer.json()[0].alternatives[0].lm).toBe(lm);
});

it('reads the language of a grammar as any tag', async () => {
  const grammar = '#ABNF 1.0;\nlanguage PT-br; root $r;\npublic $r = olá;\n';
  const { payload, headers } = form({ lm: ['text/plain', grammar], audio: ['audio/wav', 'audio'] });
  const answer = await ask(() => [spoken(['olá'])], { lms: ['builtin:slm/en'], payload, headers });
  expect(answer.requests.map(({ language }) => language).sort()).toEqual(['en', 'pt']);
});

it('says which free-speech models there are', async () => {
  const answer = await ask(() => [], { lms: ['builtin:slm/tlh'] });
  expect([answer.status, answer.json().message]).toEqual([
    404,
    'the language model "builtin:slm/tlh" was not found: there is no free-speech model "tlh"; there are general, auto and languages such as en or pt-BR',
  ]);
});
