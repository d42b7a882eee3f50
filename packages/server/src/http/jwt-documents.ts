import { readFile } from 'node:fs/promises';

const TIMEOUT_MS = 5_000;
const MAX_BYTES = 256 * 1024;

/** An address keys may be trusted from: nobody on the way can change what comes from it. */
export function isTrustworthy(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, hostname } = new URL(address);
  const isHere = hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d+){3}$/.test(hostname);
  return protocol === 'https:' || (protocol === 'http:' && isHere);
}

/** Reads a JSON document of the issuer. What it throws is a sentence for the log. */
export async function readDocument(address: string, timeoutMs = TIMEOUT_MS): Promise<unknown> {
  const text = address.startsWith('file:')
    ? await readFile(address.slice('file:'.length), 'utf8')
    : await fetchText(address, timeoutMs);
  try {
    return JSON.parse(text);
  } catch {
    throw new Error(`${address} is not JSON`);
  }
}

/** Where the issuer's discovery document says that its keys are. */
export async function discoverKeys(issuer: string): Promise<string> {
  const address = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`;
  const found = (await readDocument(address)) as { issuer?: unknown; jwks_uri?: unknown } | null;
  if (found?.issuer !== issuer) {
    throw new Error(`${address} is of the issuer ${JSON.stringify(found?.issuer)}, not ${issuer}`);
  }
  if (typeof found.jwks_uri !== 'string' || !isTrustworthy(found.jwks_uri)) {
    throw new Error(
      `${address} names ${JSON.stringify(found.jwks_uri)} as jwks_uri, which is no https: address`,
    );
  }
  return found.jwks_uri;
}

async function fetchText(address: string, timeoutMs: number): Promise<string> {
  try {
    // No redirect is followed: the operator, or the issuer in its discovery document, named the address itself.
    const response = await fetch(address, {
      redirect: 'manual',
      headers: { accept: 'application/json' },
      signal: AbortSignal.timeout(timeoutMs),
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

/** fetch says "fetch failed" and keeps what happened in the cause. */
function reasonOf({ message, cause }: Error): string {
  const { code, message: inner } = (cause ?? {}) as NodeJS.ErrnoException;
  return inner || code || message;
}
