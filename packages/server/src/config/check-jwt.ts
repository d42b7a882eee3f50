import { readFileSync } from 'node:fs';
import { isTrustworthy } from '../jwks/documents.ts';
import { publicKeys } from '../jwks/public-keys.ts';
import type { Config } from './settings.ts';

/** What does not fit between the settings for JWTs, and what is wrong with a file of keys. */
export function jwtProblems(
  config: Partial<Pick<Config, 'jwtIssuer' | 'jwtAudience' | 'jwtKeys'>>,
): string[] {
  const { jwtIssuer, jwtAudience, jwtKeys } = config;
  // One that cannot be read at all is reported as such.
  if (jwtIssuer === undefined || jwtAudience === undefined || jwtKeys === undefined) return [];
  if (jwtIssuer === '') {
    return jwtAudience + jwtKeys === '' ? [] : ['jwtAudience and jwtKeys need jwtIssuer beside them'];
  }
  const problems: string[] = [];
  if (jwtAudience === '') {
    problems.push(
      'jwtAudience: needed with jwtIssuer; without it, tokens made for other services would be accepted',
    );
  }
  const keys = keysProblem(jwtIssuer, jwtKeys);
  if (keys !== undefined) problems.push(keys);
  return problems;
}

function keysProblem(jwtIssuer: string, jwtKeys: string): string | undefined {
  if (jwtKeys.startsWith('file:')) {
    // A file must be there from the start; an issuer may be down when the server comes up.
    const reason = fileProblem(jwtKeys.slice('file:'.length));
    return reason && `jwtKeys: ${reason}`;
  }
  const [setting, address] = jwtKeys === '' ? ['jwtIssuer', jwtIssuer] : ['jwtKeys', jwtKeys];
  if (isTrustworthy(address)) return undefined;
  return `${setting}: keys are fetched over https:, or http: from this machine, not from ${JSON.stringify(address)}`;
}

function fileProblem(file: string): string | undefined {
  try {
    publicKeys(JSON.parse(readFileSync(file, 'utf8')));
    return undefined;
  } catch (error) {
    return error instanceof SyntaxError ? `${file} is not JSON` : (error as Error).message;
  }
}
