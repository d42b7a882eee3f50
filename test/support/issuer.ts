import { createHmac, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { SignJWT } from 'jose';

/** A token issuer on this machine: it publishes its keys, signs tokens, changes keys, goes down and comes back. */
export class Issuer {
  /** How often its keys were fetched. */
  fetches = 0;
  #port = 0;
  #server: Server | undefined;
  readonly #keys = new Map<string, { publicKey: KeyObject; privateKey: KeyObject }>();

  constructor() {
    this.changeKey('2026-a');
  }

  get url(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  get keysUrl(): string {
    return `${this.url}/keys`;
  }

  /** The one key there is from now on. */
  changeKey(kid: string): void {
    this.#keys.clear();
    this.#keys.set(kid, generateKeyPairSync('rsa', { modulusLength: 2048 }));
  }

  async up(): Promise<void> {
    const documents: Record<string, () => object> = {
      '/.well-known/openid-configuration': () => ({ issuer: this.url, jwks_uri: this.keysUrl }),
      '/keys': () => {
        this.fetches++;
        return { keys: [...this.#keys].map(([kid, { publicKey }]) => ({ ...jwk(publicKey), kid })) };
      },
    };
    this.#server = createServer((request, response) => {
      const document = documents[request.url ?? ''];
      response.writeHead(document ? 200 : 404).end(document && JSON.stringify(document()));
    });
    this.#server.listen(this.#port, '127.0.0.1');
    await once(this.#server, 'listening');
    this.#port = (this.#server.address() as AddressInfo).port;
  }

  async down(): Promise<void> {
    const closed = new Promise((resolve) => this.#server?.close(resolve));
    this.#server?.closeAllConnections();
    await closed;
  }

  /** What a good token for Locutor says; `exp` is ten minutes ahead. */
  claims(changes: Record<string, unknown> = {}): Record<string, unknown> {
    const exp = Math.floor(Date.now() / 1000) + 600;
    return { iss: this.url, aud: 'locutor', sub: 'ana', exp, scope: 'locutor:encoders', ...changes };
  }

  sign(changes: Record<string, unknown> = {}, kid?: string): Promise<string> {
    const [current] = this.#keys;
    const [name, { privateKey }] = current!;
    return new SignJWT(this.claims(changes))
      .setProtectedHeader({ alg: 'RS256', kid: kid ?? name })
      .sign(privateKey);
  }

  /** Tokens that anyone can make who knows what the issuer publishes. */
  forged(): Record<string, string> {
    const [kid, { publicKey }] = [...this.#keys][0]!;
    const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const body = part(this.claims());
    const head = `${part({ alg: 'HS256', kid })}.${body}`;
    const password = publicKey.export({ type: 'spki', format: 'pem' });
    return {
      none: `${part({ alg: 'none', kid })}.${body}.`,
      HS256: `${head}.${createHmac('sha256', password).update(head).digest('base64url')}`,
    };
  }
}

function jwk(key: KeyObject): object {
  return { ...key.export({ format: 'jwk' }), alg: 'RS256', use: 'sig' };
}
