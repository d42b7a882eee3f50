import { afterAll, describe, expect, it } from 'vitest';
import { BROKEN, formOf, grammarServer, KEYS, ORDER } from './support/grammar-server.ts';
import { fixture } from './support/speech.ts';

const { ask, webUrl, stop } = await grammarServer();
afterAll(stop);

describe('language models that cannot be used', () => {
  it.each<[string, number, string, string | undefined, RegExp]>([
    ['none', 400, 'ERR_LM_REQUIRED', undefined, /lm/],
    ['an empty one', 400, 'ERR_LM_REQUIRED', '', /lm/],
    ['no scheme', 404, 'ERR_LM_NOT_FOUND', 'pizza', /pizza/],
    ['a scheme nobody knows', 404, 'ERR_LM_NOT_FOUND', 'ftp://x/y', /ftp:/],
    ['an unknown builtin', 404, 'ERR_LM_NOT_FOUND', 'builtin:grammar/nothing', /builtin:grammar\/nothing/],
    ['a language nobody speaks', 404, 'ERR_LM_NOT_FOUND', 'builtin:slm/xx', /builtin:slm\/xx/],
    ['a missing file', 404, 'ERR_LM_NOT_FOUND', 'file:nothing.abnf', /file:nothing\.abnf/],
    ['a file outside the folder', 403, 'ERR_LM_FORBIDDEN', 'file:../secret.abnf', /secret/],
    ['a loopback address', 403, 'ERR_LM_FORBIDDEN', 'http://127.0.0.2:1/x', /127\.0\.0\.2/],
    ['a metadata address', 403, 'ERR_LM_FORBIDDEN', 'http://169.254.169.254/latest', /169\.254/],
    ['a mistake', 422, 'ERR_LM_INVALID', 'file:broken.abnf', /line 4, column \d+/],
    ['keys instead of speech', 422, 'ERR_LM_INVALID', 'file:keys.abnf', /dtmf/],
    ['a language without a model', 422, 'ERR_LM_INVALID', 'file:klingon.abnf', /tlh/],
    ['a parameter out of range', 400, 'ERR_INVALID_PARAMETER', 'builtin:grammar/digits?length=0', /length/],
  ])('%s: %i %s', async (_what, status, code, lm, message) => {
    const answer = await ask(fixture('yes.flac'), { lm });
    expect([answer.status, answer.code()]).toEqual([status, code]);
    expect(answer.json().message).toMatch(message);
    const xml = await ask(fixture('yes.flac'), { lm, headers: { accept: 'application/xml' } });
    expect(xml.text).toContain(`<ErrorResponse><code>${code}</code><message>`);
  });

  it('one that the network does not have', async () => {
    const answer = await ask(fixture('yes.flac'), { lm: `${webUrl}/nothing` });
    expect([answer.status, answer.code()]).toEqual([404, 'ERR_LM_NOT_FOUND']);
  });

  it('one bad among good ones', async () => {
    const answer = await ask(fixture('yes.flac'), { lm: ['builtin:grammar/boolean', 'file:broken.abnf'] });
    expect([answer.status, answer.code()]).toEqual([422, 'ERR_LM_INVALID']);
  });

  it.each<[string, string, number, string]>([
    ['a mistake', BROKEN, 422, 'ERR_LM_INVALID'],
    ['keys', KEYS, 422, 'ERR_LM_INVALID'],
    ['nothing', '', 422, 'ERR_LM_INVALID'],
    ['more than a mebibyte', `${ORDER}//${'x'.repeat(2 ** 20)}`, 413, 'ERR_TOO_LARGE'],
  ])('an inline grammar with %s', async (_what, grammar, status, code) => {
    const answer = await ask(formOf(grammar, 'application/srgs', fixture('yes.flac')), { lm: undefined });
    expect([answer.status, answer.code()]).toEqual([status, code]);
    if (grammar === BROKEN) expect(answer.json().message).toMatch(/line 4, column \d+/);
  });
});
