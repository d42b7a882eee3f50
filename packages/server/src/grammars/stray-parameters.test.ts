import { expect, it } from 'vitest';
import { ServiceError } from '../errors/index.ts';
import { refuseStrayParameters } from './stray-parameters.ts';

it.each([
  '',
  'lm=builtin:grammar/digits',
  'lm=builtin:grammar/digits?minlength=3;maxlength=4',
  'lm=builtin:grammar/digits?minlength=3%26maxlength=4',
  'lm=builtin%3Agrammar%2Fdigits%3Fminlength%3D3%26maxlength%3D4&lm=file:a&other=1',
])('lets %j pass', (query) => {
  expect(() => refuseStrayParameters(query)).not.toThrow();
});

it.each([
  [
    'lm=builtin:grammar/digits?minlength=3&maxlength=4',
    '"maxlength" belongs to the lm, which an unescaped "&" ends; write lm=builtin:grammar/digits?minlength=3%26maxlength=4 or lm=builtin:grammar/digits?minlength=3;maxlength=4',
  ],
  [
    'lm=file:a&lm=builtin:grammar/boolean?y=1&n=2&language=pt-BR&lm=file:b',
    '"n", "language" belongs to the lm, which an unescaped "&" ends; write lm=builtin:grammar/boolean?y=1%26n=2%26language=pt-BR or lm=builtin:grammar/boolean?y=1;n=2;language=pt-BR',
  ],
  [
    'lm=builtin:grammar/number&y=1',
    '"y" belongs to other builtin grammars, not to "builtin:grammar/number"; remove it',
  ],
  ['lm=builtin:grammar/date&language=pt', 'write lm=builtin:grammar/date?language=pt'],
  ['language=pt&lm=builtin:grammar/date', 'write lm=builtin:grammar/date?language=pt'],
  ['lm=http://host/g?a=1&LENGTH=%263', 'write lm=http://host/g?a=1%26LENGTH=%263'],
  ['lm=builtin:slm/pt&language=pt', 'as in lm=builtin:grammar/digits?minlength=3;maxlength=4'],
  ['length=4', 'as in lm=builtin:grammar/digits?minlength=3;maxlength=4'],
  [`lm=builtin:grammar/digits?length=1&length=${'9'.repeat(5000)}`, 'write each "&" of the lm as "%26"'],
])('refuses %s and says how to write it', (query, message) => {
  try {
    refuseStrayParameters(query);
    expect.unreachable();
  } catch (error) {
    expect(error).toBeInstanceOf(ServiceError);
    expect((error as ServiceError).code).toBe('ERR_INVALID_PARAMETER');
    expect((error as ServiceError).message.endsWith(message), (error as ServiceError).message).toBe(true);
  }
});
