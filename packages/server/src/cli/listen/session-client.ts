import { json } from 'node:stream/consumers';
import WebSocket from 'ws';
import { version } from '../../common/version.ts';
import { type Frame, readFrame, textOf, writeFrame } from '../../streaming/frame.ts';
import { refusedBy, type ServerAddress, unreachable } from '../call/server-client.ts';
import { CommandError } from '../usage-error.ts';

const PATH = '/asr/ws/v3/recognize';
/** The first version that knows classifiers. */
const VERSION = '2.4';

type Headers = Parameters<typeof writeFrame>[2];
type Body = Parameters<typeof writeFrame>[3];

export interface SessionWatch {
  onResult(frame: Frame): void;
  /** It cannot go on. */
  onFailure(error: CommandError): void;
}

/** A session of the WebSocket protocol, as its client sees it. */
export class SessionClient {
  readonly #socket: WebSocket;
  readonly #watch: SessionWatch;
  #asked: { resolve(): void; reject(error: CommandError): void; message: string } | undefined;

  private constructor(socket: WebSocket, watch: SessionWatch) {
    this.#socket = socket;
    this.#watch = watch;
    socket.on('message', (data: Buffer) => this.#receive(readFrame(data)));
    socket.on('close', (_code, reason) =>
      this.#fail(new CommandError(`the server ended the session${reason.length > 0 ? `: ${reason}` : ''}`)),
    );
    socket.on('error', (error) => this.#fail(new CommandError(`the session broke off: ${error.message}`)));
  }

  /** Connects and creates the session. */
  static async open(server: ServerAddress, watch: SessionWatch, signal: AbortSignal): Promise<SessionClient> {
    const client = new SessionClient(await connected(server, signal), watch);
    signal.addEventListener('abort', () => client.close(), { once: true });
    await client.ask('CREATE_SESSION', { 'User-Agent': `locutor/${version}` });
    return client;
  }

  /** Sends a message and waits for its answer; a failure is thrown. */
  ask(message: string, headers: Headers = {}, body?: Body): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#asked = { resolve, reject, message };
      this.#socket.send(writeFrame(VERSION, message, headers, body));
    });
  }

  /** Sends a message that has no answer; resolves when there is room for the next one. */
  send(message: string, headers: Headers, body?: Body): Promise<void> {
    return new Promise((resolve) =>
      this.#socket.send(writeFrame(VERSION, message, headers, body), () => resolve()),
    );
  }

  close(): void {
    this.#socket.removeAllListeners('close');
    this.#socket.terminate();
  }

  #receive(frame: Frame): void {
    if (frame.message === 'RECOGNITION_RESULT') this.#watch.onResult(frame);
    else if (frame.message === 'RESPONSE') this.#onAnswer(frame.headers);
  }

  #onAnswer({ method, result, message: reason = '', 'error-code': code }: Frame['headers']): void {
    const asked = method === this.#asked?.message ? this.#asked : undefined;
    if (result === 'SUCCESS') asked?.resolve();
    else {
      const failed = new CommandError(`${textOf(reason)}${code === undefined ? '' : ` (${code})`}`);
      if (asked) asked.reject(failed);
      else this.#fail(failed);
    }
    if (asked) this.#asked = undefined;
  }

  #fail(error: CommandError): void {
    this.#asked?.reject(error);
    this.#asked = undefined;
    this.#watch.onFailure(error);
  }
}

function connected(server: ServerAddress, signal: AbortSignal): Promise<WebSocket> {
  const { url, token } = server;
  const socket = new WebSocket(`${url.replace(/^http/, 'ws')}${PATH}`, {
    headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
    perMessageDeflate: false,
  });
  return new Promise((resolve, reject) => {
    const stop = () => {
      socket.terminate();
      reject(signal.reason);
    };
    signal.addEventListener('abort', stop, { once: true });
    socket.once('open', () => {
      signal.removeEventListener('abort', stop);
      resolve(socket);
    });
    socket.on('error', (error) => reject(unreachable(server, error)));
    socket.once('unexpected-response', (_request, answer) => {
      const { statusCode: status = 0, headers, socket: connection } = answer;
      void json(answer)
        .catch(() => ({}))
        .then((body) => reject(refusedBy(server, { status, location: headers.location, body })))
        // Otherwise the connection would stay open.
        .finally(() => connection.destroy());
    });
  });
}
