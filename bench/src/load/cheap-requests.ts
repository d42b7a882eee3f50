import { exactly, holding, type LoadAnswer, type RequestMaker } from './load-request.ts';

const DIGITS = ['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine'];
const INTERPRET = '/asr/rest/v3/interpret';
const PLAIN = { 'content-type': 'text/plain' };

interface Interpreted {
  readonly alternatives: readonly { readonly text: string; readonly interpretations: readonly string[] }[];
}

/** Its digits are the words of the text: no two requests have the same answer. */
const interpretDigits: RequestMaker = (unique) => {
  const digits = String(1_000_000 + unique);
  const text = [...digits].map((digit) => DIGITS[Number(digit)]).join(' ');
  return {
    kind: 'INTERPRET',
    method: 'POST',
    path: `${INTERPRET}?lm=builtin:grammar/digits`,
    headers: PLAIN,
    body: text,
    check: holding<Interpreted>(200, ({ alternatives: [first] }) => {
      return first?.text === text && first.interpretations[0] === digits;
    }),
  };
};

/** A grammar that no request before had, so it is read, compiled and matched. */
export const interpretInline: RequestMaker = (unique) => {
  const grammar = `#ABNF 1.0;\nlanguage en; root $r; tag-format <semantics/1.0>;\npublic $r = order ${DIGITS[unique % 10]} {out = "n${unique}"};\n`;
  const form = new FormData();
  form.append('lm', new Blob([grammar], { type: 'application/srgs' }), 'grammar');
  form.append('text', `order ${DIGITS[unique % 10]}`);
  return {
    kind: 'INTERPRET, new grammar',
    method: 'POST',
    path: INTERPRET,
    body: form,
    check: holding<Interpreted>(200, ({ alternatives: [first] }) => {
      return first?.interpretations[0] === `n${unique}`;
    }),
  };
};

/** Reads the lists once; later answers have to be the same bytes. */
export async function encoders(url: string): Promise<RequestMaker> {
  const variants = [
    { path: '/rest/v2/encoders', headers: {} },
    { path: '/tts/rest/v2/encoders', headers: {} },
    { path: '/rest/v2/encoders', headers: { accept: 'application/xml' } },
  ];
  const texts = await Promise.all(
    variants.map(async ({ path, headers }) => (await fetch(`${url}${path}`, { headers })).text()),
  );
  return (unique) => {
    const variant = unique % variants.length;
    return { kind: 'ENCODERS', method: 'GET', ...variants[variant]!, check: exactly(200, texts[variant]) };
  };
}

export const live: RequestMaker = () => ({
  kind: 'health',
  method: 'GET',
  path: '/health/live',
  check: exactly(200),
});

const REFUSED: readonly (readonly [
  string,
  string,
  Record<string, string>,
  string | undefined,
  number,
  string,
])[] = [
  ['GET', '/nowhere', {}, undefined, 404, 'ERR_NOT_FOUND'],
  ['POST', '/rest/v2/encoders', {}, 'x', 405, 'ERR_METHOD_NOT_ALLOWED'],
  ['POST', INTERPRET, PLAIN, 'yes', 400, 'ERR_LM_REQUIRED'],
  ['POST', `${INTERPRET}?lm=file:../secret`, PLAIN, 'yes', 403, 'ERR_LM_FORBIDDEN'],
  ['POST', `${INTERPRET}?lm=builtin:grammar/nothing`, PLAIN, 'yes', 404, 'ERR_LM_NOT_FOUND'],
  ['POST', `${INTERPRET}?lm=builtin:grammar/boolean`, PLAIN, 'x'.repeat(10_001), 413, 'ERR_TOO_LARGE'],
  ['GET', '/rest/v2/encoders', { authorization: 'Bearer wrong' }, undefined, 401, 'ERR_UNAUTHORIZED'],
  ['GET', '/rest/v2/encoders', { accept: 'image/png' }, undefined, 406, 'ERR_NOT_ACCEPTABLE'],
];

const refusals: RequestMaker = (unique) => {
  const [method, path, headers, body, status, code] = REFUSED[unique % REFUSED.length]!;
  return {
    kind: 'refusals',
    method: method as 'GET' | 'POST',
    path,
    headers,
    ...(body !== undefined && { body }),
    check: (answer: LoadAnswer) => holding<{ code: string }>(status, (error) => error.code === code)(answer),
  };
};

/** Requests that no engine process works on. */
export async function cheapRequests(url: string): Promise<RequestMaker[]> {
  return [interpretDigits, await encoders(url), live, refusals, interpretInline];
}
