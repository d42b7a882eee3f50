import { readFile } from 'node:fs/promises';
import type { KeySource } from './issuer-keys.ts';

const MAX_BYTES = 256 * 1024;

/** Whether keys from this address can be trusted: nobody on the way can change them. */
export function isTrustworthy(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, hostname } = new URL(address);
  const isHere = hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d+){3}$/.test(hostname);
  return protocol === 'https:' || (protocol === 'http:' && isHere);
}

/** The key set at an address, or, without one, where the issuer's discovery document says. */
export function keySource(issuer: string, address: string): KeySource {
  return {
    url: new URL(address === '' ? discoveryAddress(issuer) : address),
    read: async (signal) =>
      readDocument(address === '' ? await discoverKeys(issuer, signal) : address, signal),
  };
}

/** Reads a JSON document of the issuer. The message of what it throws is a sentence for the log. */
export async function readDocument(address: string, signal: AbortSignal): Promise<unknown> {
  const text = address.startsWith('file:')
    ? await readFile(address.slice('file:'.length), 'utf8')
    : await fetchText(address, signal);
  try {
    return JSON.parse(text);
  } catch {
    throw new Error(`${address} is not JSON`);
  }
}

/** The address of the keys in the issuer's discovery document. */
export async function discoverKeys(issuer: string, signal: AbortSignal): Promise<string> {
  const address = discoveryAddress(issuer);
  const found = (await readDocument(address, signal)) as { issuer?: unknown; jwks_uri?: unknown } | null;
  if (found?.issuer !== issuer) {
    throw new Error(`${address} names the issuer ${JSON.stringify(found?.issuer)}, not ${issuer}`);
  }
  if (typeof found.jwks_uri !== 'string' || !isTrustworthy(found.jwks_uri)) {
    throw new Error(
      `${address} names ${JSON.stringify(found.jwks_uri)} as jwks_uri, which is not an https: address`,
    );
  }
  return found.jwks_uri;
}

function discoveryAddress(issuer: string): string {
  return `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`;
}

async function fetchText(address: string, signal: AbortSignal): Promise<string> {
  try {
    // Redirects are not followed: the operator, or the issuer in its discovery document, named the address itself.
    const response = await fetch(address, {
      redirect: 'manual',
      headers: { accept: 'application/json' },
      signal,
    });
    if (response.status === 200) return await readBounded(response);
    await response.body?.cancel();
    throw new Error(`it answers with status ${response.status}`);
  } catch (error) {
    throw new Error(`${address} cannot be fetched: ${reasonOf(error as Error)}`);
  }
}

async function readBounded(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length;
    if (bytes > MAX_BYTES) throw new Error(`it is longer than ${MAX_BYTES} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** fetch says "fetch failed" and keeps the real reason in the cause. */
function reasonOf({ message, cause }: Error): string {
  const { code, message: inner } = (cause ?? {}) as NodeJS.ErrnoException;
  return inner || code || message;
}
