import { isIP, type LookupFunction } from 'node:net';
import { Client, type Dispatcher } from 'undici';
import type { LoaderLimits } from '../limits.ts';

export interface Response {
  readonly status: number;
  readonly headers: Dispatcher.ResponseData['headers'];
  readonly body: AsyncIterable<Uint8Array>;
}

export interface ConnectionOptions {
  readonly limits: Pick<LoaderLimits, 'fetchMs'>;
  readonly ca?: string;
}

/** One connection for one request: to the addresses that were checked and to no other, whatever a resolver says now. */
export class Connection {
  readonly #client: Client;
  #made = false;

  constructor(url: URL, addresses: readonly string[], { limits, ca }: ConnectionOptions) {
    this.#client = new Client(url.origin, {
      connect: {
        lookup: answerWith(addresses),
        timeout: limits.fetchMs,
        ...(ca === undefined ? {} : { ca }),
      },
      maxHeaderSize: 16 * 1024,
      pipelining: 0,
    });
    this.#client.on('connect', () => {
      this.#made = true;
    });
  }

  /** Whether a socket, with TLS a trusted one, is connected or was. */
  get made(): boolean {
    return this.#made;
  }

  get(url: URL, headers: Record<string, string>, signal: AbortSignal): Promise<Response> {
    return this.#request('GET', url, { headers, signal });
  }

  post(url: URL, content: string, headers: Record<string, string>, signal: AbortSignal): Promise<Response> {
    return this.#request('POST', url, { body: content, headers, signal });
  }

  async #request(
    method: 'GET' | 'POST',
    url: URL,
    request: Pick<Dispatcher.RequestOptions, 'body' | 'headers' | 'signal'>,
  ): Promise<Response> {
    const path = url.pathname + url.search;
    const { statusCode, headers: sent, body } = await this.#client.request({ method, path, ...request });
    // A body that is not read to its end fails when the connection is closed; that is no news to anyone.
    body.on('error', () => {});
    return { status: statusCode, headers: sent, body };
  }

  close(): void {
    this.#client.destroy().catch(() => {});
  }
}

function answerWith(addresses: readonly string[]): LookupFunction {
  const found = addresses.map((address) => ({ address, family: isIP(address) }));
  return (_host, { all }, callback) => {
    if (all) callback(null, found);
    else callback(null, found[0]!.address, found[0]!.family);
  };
}
