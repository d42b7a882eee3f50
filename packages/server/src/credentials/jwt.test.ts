import { createHmac, generateKeyPairSync } from 'node:crypto';
import fc from 'fast-check';
import { createLocalJWKSet, type JWK, type JWTPayload, SignJWT } from 'jose';
import { describe, expect, it } from 'vitest';
import { checkJwt, type JwtRules, looksLikeJwt } from './jwt.ts';

const ISSUER = 'https://issuer.example';
const AUDIENCE = 'locutor';
const SIGNERS = {
  RS256: generateKeyPairSync('rsa', { modulusLength: 2048 }),
  ES256: generateKeyPairSync('ec', { namedCurve: 'P-256' }),
  EdDSA: generateKeyPairSync('ed25519'),
};
type Algorithm = keyof typeof SIGNERS;
const keys: JWK[] = Object.entries(SIGNERS).map(([kid, { publicKey }]) => ({
  ...(publicKey.export({ format: 'jwk' }) as JWK),
  kid,
}));
const rules: JwtRules = {
  issuer: ISSUER,
  audience: AUDIENCE,
  keys: { find: createLocalJWKSet({ keys }) },
  scopes: 'scope',
  scopePrefix: '',
};
const seconds = () => Math.floor(Date.now() / 1000);
const good = () => ({
  iss: ISSUER,
  aud: AUDIENCE,
  sub: 'ana',
  exp: seconds() + 600,
  scope: 'verify',
});

function sign(payload: Record<string, unknown>, algorithm: Algorithm = 'ES256', kid: string = algorithm) {
  const { privateKey } = SIGNERS[algorithm];
  return new SignJWT(payload as JWTPayload).setProtectedHeader({ alg: algorithm, kid }).sign(privateKey);
}

const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

describe('a JWT', () => {
  it.each(['RS256', 'ES256', 'EdDSA'] as const)('signed with %s is accepted', async (algorithm) => {
    const text = await sign(good(), algorithm);
    expect(looksLikeJwt(text)).toBe(true);
    expect(await checkJwt(text, rules)).toEqual({ id: 'jwt:ana', scopes: ['verify'] });
  });

  it.each<[string, Record<string, unknown>, string | RegExp]>([
    ['another issuer', { iss: 'https://evil' }, 'its issuer is "https://evil", not "https://issuer.example"'],
    ['no issuer', { iss: undefined }, 'it has no iss'],
    ['another audience', { aud: 'billing' }, 'its audience is "billing", not "locutor"'],
    ['other audiences', { aud: ['a', 'b'] }, /^its audience is .*, not "locutor"$/],
    ['no audience', { aud: undefined }, 'it has no aud'],
    ['its end behind it', { exp: 1_700_000_000 }, 'it expired at 2023-11-14T22:13:20.000Z'],
    ['no end', { exp: undefined }, 'it has no exp'],
    ['an end that is no time', { exp: 'soon' }, 'its exp has the wrong type'],
    ['its beginning ahead', { nbf: 4_000_000_000 }, 'it is not valid before 2096-10-02T07:06:40.000Z'],
    ['no subject', { sub: undefined }, 'it has no sub'],
    ['an empty subject', { sub: '' }, 'its sub is not 1 to 255 characters of text'],
    ['a line break in its subject', { sub: 'a\nb' }, 'its sub is not 1 to 255 characters of text'],
    ['a long subject', { sub: 'a'.repeat(256) }, 'its sub is not 1 to 255 characters of text'],
    ['a subject that is no text', { sub: 7 }, 'its sub is not 1 to 255 characters of text'],
    ['too much in it', { extra: 'x'.repeat(8192) }, 'it is longer than 8192 characters'],
  ])('with %s is refused', async (_what, change, refused) => {
    const answer = await checkJwt(await sign({ ...good(), ...change }), rules);
    expect(answer).toEqual({
      refused: typeof refused === 'string' ? refused : expect.stringMatching(refused),
    });
  });

  it('with an unknown critical extension is refused', async () => {
    const header = { alg: 'ES256', kid: 'ES256', crit: ['urn:x'], 'urn:x': true };
    const signed = new SignJWT(good()).setProtectedHeader(header);
    const text = await signed.sign(SIGNERS.ES256.privateKey, { crit: { 'urn:x': true } });
    expect(await checkJwt(text, rules)).toEqual({
      refused: 'it requires an unknown extension: its crit is "[\\"urn:x\\"]"',
    });
  });

  it('may be off by half a minute', async () => {
    const early = { ...good(), nbf: seconds() + 20 };
    const late = { ...good(), exp: seconds() - 20 };
    for (const payload of [early, late]) {
      expect(await checkJwt(await sign(payload), rules)).toHaveProperty('id', 'jwt:ana');
    }
  });

  it('is refused with a signature of nobody, of a password or of another key', async () => {
    const body = part(good());
    const { publicKey } = SIGNERS.RS256;
    const hmac = (secret: string | Buffer) => {
      const head = `${part({ alg: 'HS256', kid: 'RS256' })}.${body}`;
      return `${head}.${createHmac('sha256', secret).update(head).digest('base64url')}`;
    };
    const wrongAlgorithm = { refused: expect.stringContaining('its algorithm is not one of RS256') };
    expect(await checkJwt(`${part({ alg: 'none' })}.${body}.`, rules)).toEqual(wrongAlgorithm);
    for (const format of ['pem', 'der'] as const) {
      const secret = publicKey.export({ type: 'spki', format: format as 'der' });
      expect(await checkJwt(hmac(secret), rules)).toEqual(wrongAlgorithm);
    }
    const [head, , signature] = (await sign(good())).split('.');
    const changed = part({ ...good(), scope: 'admin' });
    expect(await checkJwt(`${head}.${changed}.${signature}`, rules)).toEqual({
      refused: 'its signature is wrong',
    });
    expect(await checkJwt(await sign(good(), 'ES256', 'EdDSA'), rules)).toEqual({
      refused: 'no key of the issuer matches it',
    });
    expect(await checkJwt(await sign(good(), 'ES256', 'gone'), rules)).toEqual({
      refused: 'no key of the issuer matches it',
    });
  });

  it.each<[string, Partial<JwtRules>, Record<string, unknown>, string[]]>([
    ['words', {}, { scope: 'openid verify enroll' }, ['verify', 'enroll']],
    ['a list', {}, { scope: ['enroll', 'email', 7] }, ['enroll']],
    ['none', {}, { scope: undefined }, []],
    ['a number', {}, { scope: 7 }, []],
    ['an object', {}, { scope: { verify: true } }, []],
    ['a bare *', {}, { scope: '* verify' }, ['verify']],
    ['another claim', { scopes: 'scp' }, { scope: 'admin', scp: ['verify'] }, ['verify']],
    ['what every object has', { scopes: 'constructor' }, {}, []],
    ['a prefix', { scopePrefix: 'locutor:' }, { scope: 'admin locutor:verify' }, ['verify']],
    ['a * behind a prefix', { scopePrefix: 'locutor:' }, { scope: 'locutor:*' }, ['*']],
    ['a prefix and a bare *', { scopePrefix: 'locutor:' }, { scope: '*' }, []],
  ])('has the scopes of %s', async (_what, change, payload, scopes) => {
    const text = await sign({ ...good(), ...payload });
    expect(await checkJwt(text, { ...rules, ...change })).toEqual({ id: 'jwt:ana', scopes });
  });

  it('is recognized by its form', () => {
    for (const text of ['', 'a.b', 'a.b.c.d', 'loc_abc', 'a.b.c=', 'a b.c.d', '..', 'a.b.c.d.e']) {
      expect(looksLikeJwt(text)).toBe(false);
    }
    expect(looksLikeJwt('a.b.')).toBe(true);
  });

  it('that is garbage is refused, and never an error of the server', async () => {
    const json = fc.json({ maxDepth: 2 }).map((text) => Buffer.from(text).toString('base64url'));
    const header = fc
      .record(
        {
          alg: fc.oneof(fc.constantFrom('ES256', 'RS256', 'EdDSA', 'PS512', 'none', 'HS256'), fc.jsonValue()),
          kid: fc.oneof(fc.constantFrom('ES256', 'RS256', 'EdDSA'), fc.jsonValue()),
          typ: fc.jsonValue(),
          crit: fc.oneof(fc.constant(['b64']), fc.jsonValue()),
          b64: fc.oneof(fc.boolean(), fc.jsonValue()),
          jwk: fc.constant(keys[1]),
          jku: fc.constant('https://evil.example/keys'),
        },
        { requiredKeys: [] },
      )
      .map(part);
    const base64url = fc.stringMatching(/^[\w-]{1,100}$/);
    const texts = fc.tuple(
      fc.oneof(header, json, base64url),
      fc.oneof(json, base64url, fc.constant(part(good()))),
      fc.oneof(base64url, fc.constant('')),
    );
    await fc.assert(
      fc.asyncProperty(texts, async (parts) => {
        const text = parts.join('.');
        fc.pre(looksLikeJwt(text));
        expect(await checkJwt(text, rules)).toHaveProperty('refused');
      }),
      { numRuns: 1_000 },
    );
  });
});
