import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Interpretation, type Options, PIZZA, startInterpretation } from './support/interpretation.ts';

let interpretation: Interpretation;
const ask: Interpretation['ask'] = (...request) => interpretation.ask(...request);

beforeAll(async () => {
  interpretation = await startInterpretation();
});

afterAll(() => interpretation.stop());

describe('INTERPRET', () => {
  it.each<[string, number, string, string | string[] | undefined, Options['body'], Options?]>([
    ['no lm', 400, 'ERR_LM_REQUIRED', undefined, 'x'],
    ['an empty lm', 400, 'ERR_LM_REQUIRED', '', 'x'],
    ['an lm of no scheme', 404, 'ERR_LM_NOT_FOUND', 'pizza', 'x'],
    ['a scheme nobody knows', 404, 'ERR_LM_NOT_FOUND', 'ftp://x/y', 'x'],
    ['an unknown builtin', 404, 'ERR_LM_NOT_FOUND', 'builtin:grammar/nothing', 'x'],
    ['an unknown free-speech model', 404, 'ERR_LM_NOT_FOUND', 'builtin:slm/xx', 'x'],
    ['a missing file', 404, 'ERR_LM_NOT_FOUND', 'file:nothing.abnf', 'x'],
    ['a file outside the folder', 403, 'ERR_LM_FORBIDDEN', 'file:../secret.abnf', 'x'],
    ['a link out of the folder', 403, 'ERR_LM_FORBIDDEN', 'file:link.abnf', 'x'],
    ['a loopback address', 403, 'ERR_LM_FORBIDDEN', 'http://127.0.0.2:1/x', 'x'],
    ['a metadata address', 403, 'ERR_LM_FORBIDDEN', 'http://169.254.169.254/latest', 'x'],
    ['a grammar that does not parse', 422, 'ERR_LM_INVALID', 'file:broken.abnf', 'x'],
    [
      'a builtin parameter out of range',
      400,
      'ERR_INVALID_PARAMETER',
      'builtin:grammar/digits?minlength=5;maxlength=2',
      'x',
    ],
    ['no text', 400, 'ERR_EMPTY_BODY', 'file:pizza.abnf', ''],
    ['blank text', 400, 'ERR_EMPTY_BODY', 'file:pizza.abnf', ' \n '],
    ['too long a text', 413, 'ERR_TOO_LARGE', 'file:pizza.abnf', 'x'.repeat(10_001)],
    ['a text of many megabytes', 413, 'ERR_TOO_LARGE', 'file:pizza.abnf', 'x'.repeat(5_000_000)],
    [
      'a compressed text',
      415,
      'ERR_UNSUPPORTED_MEDIA_TYPE',
      'file:pizza.abnf',
      'x',
      { headers: { 'content-encoding': 'gzip' } },
    ],
    [
      'another type',
      415,
      'ERR_UNSUPPORTED_MEDIA_TYPE',
      'file:pizza.abnf',
      'x',
      { headers: { 'content-type': 'application/json' } },
    ],
    [
      'nothing acceptable',
      406,
      'ERR_NOT_ACCEPTABLE',
      'file:pizza.abnf',
      'x',
      { headers: { accept: 'image/png' } },
    ],
    [
      'a bad configuration header',
      400,
      'ERR_INVALID_PARAMETER',
      'file:pizza.abnf',
      'x',
      { headers: { 'decoder-maxSentences': '11' } },
    ],
    [
      'an unknown configuration header',
      400,
      'ERR_INVALID_PARAMETER',
      'file:pizza.abnf',
      'x',
      { headers: { 'decoder-magic': '1' } },
    ],
    [
      'a wrong token',
      401,
      'ERR_UNAUTHORIZED',
      'file:pizza.abnf',
      'x',
      { headers: { authorization: 'Bearer wrong' } },
    ],
    [
      'a broken form',
      400,
      'ERR_MALFORMED_REQUEST',
      'file:pizza.abnf',
      '--x\r\nnothing',
      { headers: { 'content-type': 'multipart/form-data; boundary=x' } },
    ],
  ])('refuses %s with %i %s', async (_what, status, code, lm, body, options) => {
    const answer = await ask(lm, body, options);
    expect([answer.status, answer.json().code]).toEqual([status, code]);
    expect(Object.keys(answer.json())).toEqual(['code', 'message']);
    const xml = await ask(lm, body, {
      ...options,
      headers: { accept: 'application/xml', ...options?.headers },
    });
    if (status !== 406) expect(xml.text).toContain(`<ErrorResponse><code>${code}</code><message>`);
  });

  it('names the URI of a model it cannot find, and the line and column of a mistake', async () => {
    expect((await ask('file:nothing.abnf', 'x')).json().message).toContain(
      'the language model "file:nothing.abnf" was not found',
    );
    expect((await ask('file:broken.abnf', 'x')).json().message).toMatch(/line 4, column \d+/);
  });

  it.each<[string, [string, string | Blob][], number, string]>([
    ['no text part', [['lm', new Blob([PIZZA])]], 400, 'ERR_EMPTY_BODY'],
    ['an unknown part', [['grammar', 'x']], 400, 'ERR_INVALID_PARAMETER'],
    [
      'two texts',
      [
        ['text', 'a'],
        ['text', 'b'],
      ],
      400,
      'ERR_INVALID_PARAMETER',
    ],
    ['a grammar over a mebibyte', [['lm', new Blob(['x'.repeat(1024 ** 2 + 1)])]], 413, 'ERR_TOO_LARGE'],
    [
      'a grammar that is none',
      [
        ['lm', new Blob(['hello'])],
        ['text', 'a'],
      ],
      422,
      'ERR_LM_INVALID',
    ],
    ['neither grammar nor lm', [['text', 'a']], 400, 'ERR_LM_REQUIRED'],
  ])('refuses a form with %s', async (_what, parts, status, code) => {
    const form = new FormData();
    for (const [name, value] of parts) form.append(name, value as string);
    const answer = await ask(undefined, form);
    expect([answer.status, answer.json().code]).toEqual([status, code]);
  });
});
