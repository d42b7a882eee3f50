import { decodeProtectedHeader, errors, type JWTPayload, jwtVerify } from 'jose';
import { quote } from '../errors/index.ts';
import type { Principal, Refusal } from '../http/auth.ts';
import type { IssuerKeys } from '../jwks/issuer-keys.ts';
import { SCOPES } from '../store/index.ts';

// Asymmetric only: with HS256 the public key would be the secret.
const ALGORITHMS = [
  ...['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512'],
  ...['ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519'],
];
const SHAPE = /^[\w-]+\.[\w-]+\.[\w-]*$/;
const MAX_LENGTH = 8192;
const CLOCK_TOLERANCE_SECONDS = 30;
const SUBJECT = /^[^\p{Cc}\p{Cs}]{1,255}$/u;

export interface JwtRules {
  readonly issuer: string;
  readonly audience: string;
  readonly keys: Pick<IssuerKeys, 'find'> & Partial<Pick<IssuerKeys, 'fetches'>>;
  /** The claim that lists the scopes, and the prefix of those for this server. */
  readonly scopes: string;
  readonly scopePrefix: string;
}

/** Whether a bearer token has the form of a JWT; the server's own tokens have no dot. */
export function looksLikeJwt(text: string): boolean {
  return SHAPE.test(text);
}

/** Whose JWT it is, or why it is refused. Throws when the issuer's keys cannot be fetched. */
export async function checkJwt(text: string, rules: JwtRules): Promise<Principal | Refusal> {
  if (text.length > MAX_LENGTH) return { refused: `it is longer than ${MAX_LENGTH} characters` };
  try {
    const { payload } = await jwtVerify(text, rules.keys.find, {
      algorithms: ALGORITHMS,
      issuer: rules.issuer,
      audience: rules.audience,
      clockTolerance: CLOCK_TOLERANCE_SECONDS,
      requiredClaims: ['exp', 'sub'],
    });
    if (typeof payload.sub !== 'string' || !SUBJECT.test(payload.sub)) {
      return { refused: 'its sub is not 1 to 255 characters of text' };
    }
    return { id: `jwt:${payload.sub}`, scopes: scopesOf(payload, rules) };
  } catch (error) {
    if (error instanceof errors.JOSENotSupported && critOf(text) !== undefined) {
      return {
        refused: `it requires an unknown extension: its crit is ${shown(critOf(text))}`,
      };
    }
    if (error instanceof errors.JOSEError) return { refused: reasonOf(error, rules) };
    throw error;
  }
}

/** The extensions that a verifier must understand. */
function critOf(text: string): unknown {
  return decodeProtectedHeader(text).crit;
}

function scopesOf(payload: JWTPayload, { scopes: claim, scopePrefix }: JwtRules): string[] {
  const value = Object.hasOwn(payload, claim) ? payload[claim] : undefined;
  const words = typeof value === 'string' ? value.split(' ') : Array.isArray(value) ? value : [];
  // A bare * may mean something else to the issuer.
  return SCOPES.filter(
    (scope) => words.includes(scopePrefix + scope) && (scope !== '*' || scopePrefix !== ''),
  );
}

function reasonOf(error: errors.JOSEError, { issuer, audience }: JwtRules): string {
  if (error instanceof errors.JWTExpired) return `it expired at ${timeOf(error.payload.exp)}`;
  if (error instanceof errors.JWTClaimValidationFailed) {
    const { claim, reason, payload } = error;
    if (reason === 'missing') return `it has no ${claim}`;
    if (claim === 'iss') return `its issuer is ${shown(payload.iss)}, not ${quote(issuer)}`;
    if (claim === 'aud') return `its audience is ${shown(payload.aud)}, not ${quote(audience)}`;
    if (claim === 'nbf' && reason === 'check_failed') return `it is not valid before ${timeOf(payload.nbf)}`;
    return `its ${claim} has the wrong type`;
  }
  switch (error.code) {
    case 'ERR_JOSE_ALG_NOT_ALLOWED':
    case 'ERR_JOSE_NOT_SUPPORTED':
      return `its algorithm is not one of ${ALGORITHMS.join(', ')}`;
    case 'ERR_JWKS_NO_MATCHING_KEY':
      return 'no key of the issuer matches it';
    case 'ERR_JWKS_MULTIPLE_MATCHING_KEYS':
      return 'several keys of the issuer match it, and it has no kid';
    case 'ERR_JWS_SIGNATURE_VERIFICATION_FAILED':
      return 'its signature is wrong';
    default:
      return 'it is not a well-formed signed JWT';
  }
}

function shown(claim: unknown): string {
  return typeof claim === 'string' ? quote(claim) : quote(JSON.stringify(claim) ?? 'missing');
}

function timeOf(seconds: number | undefined): string {
  const time = new Date((seconds ?? Number.NaN) * 1000);
  return Number.isNaN(time.getTime()) ? 'an impossible time' : time.toISOString();
}
