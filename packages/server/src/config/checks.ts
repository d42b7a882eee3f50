import { isIP } from 'node:net';
import { isSourceAddress, models } from '@locutor/models';
import { isLanguage } from '../common/languages.ts';
import { parseLm } from '../grammars/reference.ts';
import { FetchPolicy } from '../grammars/web/fetch-policy.ts';
import { StoreError } from '../store/errors.ts';
import { readKey } from '../store/keys/key.ts';
import { DATABASE_SETTING, locateStore } from '../store/location.ts';
import { postgresProblem } from '../store/postgres/problem.ts';

/**
 * What a value of the right shape may still get wrong. Each check returns a reason that completes "SETTING: …", or
 * undefined. None of them writes anything, so that a start that cannot succeed leaves nothing behind.
 */

export function hostProblem(host: string): string | undefined {
  const [address = ''] = host.split('%', 1);
  if (isIP(address) !== 0 || /^[\w.-]+$/.test(host)) return undefined;
  return `expected a host name or an address such as 0.0.0.0 or ::1, without brackets or a port, got ${JSON.stringify(host)}`;
}

export function languageProblem(code: string): string | undefined {
  return isLanguage(code) ? undefined : `no recogniser knows ${JSON.stringify(code)}`;
}

/** Voices of these languages can be spoken; the model has others. */
const SPOKEN = /^[abep]/;

export function voiceProblem(voice: string): string | undefined {
  const files = models.flatMap(({ role, files }) => (role === 'synthesis' ? files : []));
  const name = voice.replace(/-quality$/, '');
  const exists = SPOKEN.test(name) && files.some((file) => file.name === `voice-${name}.bin`);
  return voice === 'auto' || exists ? undefined : `there is no voice called ${JSON.stringify(voice)}`;
}

export function hostsProblem(entries: readonly string[]): string | undefined {
  try {
    new FetchPolicy(entries);
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}

export function aliasesProblem(aliases: Readonly<Record<string, string>>): string | undefined {
  for (const [name, target] of Object.entries(aliases)) {
    if (name === '' || name !== name.trim())
      return `expected a name as clients send it, got ${JSON.stringify(name)}`;
    try {
      parseLm(target);
    } catch (error) {
      return `${JSON.stringify(name)}: ${(error as Error).message}`;
    }
  }
  return undefined;
}

export function databaseProblem(url: string): string | undefined {
  if (url === 'auto') return undefined;
  try {
    const location = locateStore(url, '/');
    return location.kind === 'postgres' ? postgresProblem(location.url) : undefined;
  } catch (error) {
    if (!(error instanceof StoreError)) throw error;
    return error.message.replace(`${DATABASE_SETTING} `, '').replace(/\.$/, '');
  }
}

export function busProblem(urls: readonly string[]): string | undefined {
  const wrong = urls.findIndex((url) => !URL.canParse(url) || new URL(url).hostname === '');
  return wrong < 0 ? undefined : `the address at position ${wrong + 1} is not one of a NATS server`;
}

export function keysProblem(keys: readonly string[]): string | undefined {
  const wrong = keys.findIndex((key) => readKey(key) === undefined);
  return wrong < 0 ? undefined : `the key at position ${wrong + 1} is not 32 bytes in base64`;
}

export function sourcesProblem(sources: Readonly<Record<string, string>>): string | undefined {
  const names = models.map(({ name }) => name);
  for (const [name, address] of Object.entries(sources)) {
    if (!names.includes(name)) {
      return `there is no model called ${JSON.stringify(name)}; there are ${names.join(', ')}`;
    }
    if (!isSourceAddress(address)) {
      return `the source of ${name} must be an https: address or an absolute file: path`;
    }
  }
  return undefined;
}

export function originsProblem(origins: readonly string[]): string | undefined {
  for (const origin of origins.filter((each) => each !== '*')) {
    const sent = URL.canParse(origin) ? new URL(origin).origin : undefined;
    if (sent === origin) continue;
    const shown = JSON.stringify(origin);
    return sent === undefined
      ? `${shown} is not an origin`
      : `browsers send ${shown} as ${JSON.stringify(sent)}; write it like that`;
  }
  return undefined;
}

export function prefixProblem(prefix: string): string | undefined {
  const dots = prefix.split('/').find((segment) => segment === '.' || segment === '..');
  return (
    dots && `clients remove a segment ${JSON.stringify(dots)} from a path, so that nothing could be reached`
  );
}

/** Node's scrypt refuses other costs, but only when the first password is checked. */
const MOST_COST = 16_384;

export function credentialsProblem(lines: readonly string[]): string | undefined {
  const seen = new Set<string>();
  for (const line of lines) {
    const user = line.slice(0, line.indexOf(':'));
    const cost = Number(line.split('$')[1]);
    if (cost < 2 || cost > MOST_COST || !Number.isInteger(Math.log2(cost))) {
      return `the line of ${JSON.stringify(user)} was not printed by "locutor password": its cost is ${cost}`;
    }
    if (seen.has(user)) return `the user ${JSON.stringify(user)} is there twice`;
    seen.add(user);
  }
  return undefined;
}

/** Sizes of secrets that Standard Webhooks asks for. */
const SECRET_BYTES = { least: 24, most: 64 };

export function webhookSecretProblem(secret: string): string | undefined {
  if (secret === '') return undefined;
  const encoded = secret.slice('whsec_'.length);
  const bytes = Buffer.from(encoded, 'base64');
  const sized = bytes.length >= SECRET_BYTES.least && bytes.length <= SECRET_BYTES.most;
  return sized && bytes.toString('base64') === encoded
    ? undefined
    : `it is not whsec_ and ${SECRET_BYTES.least} to ${SECRET_BYTES.most} bytes in base64`;
}

/** Empty is no address, and allowed. */
export function addressProblem(address: string): string | undefined {
  return address === '' || URL.canParse(address) ? undefined : `${JSON.stringify(address)} is not an address`;
}
