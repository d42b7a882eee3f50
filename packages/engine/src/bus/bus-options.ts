import { readFileSync } from 'node:fs';
import { credsAuthenticator, type NodeConnectionOptions, nkeyAuthenticator } from '@nats-io/transport-node';

/** Where the bus is and who we are to it. */
export interface BusOptions {
  /** nats: or tls:, of one or more servers of a cluster; a user and password, or a token, may be in front of the host. */
  readonly servers: readonly string[];
  /** How this side is called in the monitoring of the bus. */
  readonly name: string;
  /** Of a user with a JWT, as `nsc` writes it. Read at every connect, so that it can be replaced. */
  readonly credentialsFile?: string | undefined;
  /** The seed of an nkey. */
  readonly nkeyFile?: string | undefined;
  /** Certificates that vouch for the servers, instead of the system's. */
  readonly caFile?: string | undefined;
  /** Our own certificate and its key, where the servers ask for one. */
  readonly certFile?: string | undefined;
  readonly keyFile?: string | undefined;
}

/** How long a server may take to let us in. */
const CONNECT_MS = 5000;
const RECONNECT_MS = 500;
/** A connection that is dead without a word is noticed after two of these. */
const PING_MS = 5000;

/** Throws where a file cannot be read. */
export function connectionOptions(options: BusOptions): NodeConnectionOptions {
  const urls = options.servers.map((server) => new URL(server));
  return {
    name: options.name,
    servers: urls.map((url) => url.host),
    timeout: CONNECT_MS,
    maxReconnectAttempts: -1,
    reconnectTimeWait: RECONNECT_MS,
    pingInterval: PING_MS,
    maxPingOut: 2,
    // A server whose accounts are being changed refuses us for a while.
    ignoreAuthErrorAbort: true,
    ...identity(options, urls),
    ...encryption(options, urls),
  };
}

/** The servers without their passwords. */
export function shownServers({ servers }: Pick<BusOptions, 'servers'>): string {
  return servers.map((server) => `${new URL(server).protocol}//${new URL(server).host}`).join(', ');
}

function identity({ credentialsFile, nkeyFile }: BusOptions, urls: URL[]): NodeConnectionOptions {
  if (credentialsFile) return { authenticator: credsAuthenticator(() => readFileSync(credentialsFile)) };
  if (nkeyFile) return { authenticator: nkeyAuthenticator(() => trimmed(readFileSync(nkeyFile, 'utf8'))) };
  const named = urls.find(({ username }) => username !== '');
  if (!named) return {};
  const user = decodeURIComponent(named.username);
  return named.password === '' ? { token: user } : { user, pass: decodeURIComponent(named.password) };
}

function encryption({ caFile, certFile, keyFile }: BusOptions, urls: URL[]): NodeConnectionOptions {
  const wanted = urls.some(({ protocol }) => protocol === 'tls:') || caFile || certFile;
  if (!wanted) return {};
  return {
    tls: { ...(caFile && { caFile }), ...(certFile && { certFile }), ...(keyFile && { keyFile }) },
  };
}

/** Tools write comments around a seed and a line break behind it. */
function trimmed(text: string): Uint8Array {
  const seed = /\bS[A-Z2-7]{50,}\b/.exec(text)?.[0] ?? text.trim();
  return new TextEncoder().encode(seed);
}
