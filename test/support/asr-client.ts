import WebSocket, { type ClientOptions } from 'ws';
import type { Segment } from './recognize.ts';
import type { TestServer } from './server.ts';

/** A message from the server, as it was written: names and values as they are. */
export interface AsrMessage {
  readonly name: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** The result in the body. */
  result(): Segment;
}

export interface AsrOptions extends ClientOptions {
  readonly path?: string;
  readonly protocols?: string[];
  readonly version?: string;
  /** What lines end with. */
  readonly end?: '\r\n' | '\n';
}

/** A client of the WebSocket protocol that knows nothing but bytes. */
export class AsrClient {
  readonly socket: WebSocket;
  readonly messages: AsrMessage[] = [];
  readonly closed: Promise<{ code: number; reason: string }>;
  readonly #version: string;
  readonly #end: string;
  #onChange: (() => void)[] = [];
  #read = 0;

  private constructor(socket: WebSocket, { version = '2.3', end = '\r\n' }: AsrOptions) {
    this.socket = socket;
    this.#version = version;
    this.#end = end;
    socket.on('message', (data: Buffer, isBinary) => {
      if (!isBinary) throw new Error('the server sent a text frame');
      this.messages.push(parsed(data));
      this.#changed();
    });
    this.closed = new Promise((resolve) =>
      socket.on('close', (code, reason) => {
        resolve({ code, reason: reason.toString() });
        this.#changed();
      }),
    );
  }

  /** Connects; rejects with the HTTP status where the server refuses. */
  static async connect(server: Pick<TestServer, 'url'>, options: AsrOptions = {}): Promise<AsrClient> {
    const { path = '/asr-server/asr', protocols = [], version: _version, end: _end, ...rest } = options;
    const socket = new WebSocket(`${server.url.replace(/^http/, 'ws')}${path}`, protocols, rest);
    const client = new AsrClient(socket, options);
    await new Promise<void>((resolve, reject) => {
      socket.on('open', resolve);
      socket.on('unexpected-response', (_request, response) => {
        let text = '';
        response.on('data', (chunk) => {
          text += chunk;
        });
        response.on('end', () => reject(Object.assign(new Error(text), { status: response.statusCode })));
      });
      socket.on('error', reject);
    });
    return client;
  }

  send(message: string, headers: Record<string, string> = {}, body?: Uint8Array | string): void {
    const content = Buffer.from(body ?? '');
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
    const length = body === undefined ? [] : [`Content-Length: ${content.length}`];
    const head = [`ASR ${this.#version} ${message}`, ...lines, ...length, '', ''].join(this.#end);
    this.socket.send(Buffer.concat([Buffer.from(head), content]));
  }

  /** The next message, or the next one of that name. */
  async next(name?: string): Promise<AsrMessage> {
    for (;;) {
      while (this.#read < this.messages.length) {
        const message = this.messages[this.#read++]!;
        if (name === undefined || message.name === name) return message;
      }
      if (this.socket.readyState === WebSocket.CLOSED) throw new Error('the connection was closed');
      await new Promise<void>((resolve) => this.#onChange.push(resolve));
    }
  }

  /** Sends a message and waits for its answer. */
  async ask(message: string, headers: Record<string, string> = {}, body?: Uint8Array | string) {
    this.send(message, headers, body);
    const { headers: answer } = await this.next('RESPONSE');
    return answer;
  }

  async start(lm: string, headers: Record<string, string> = {}) {
    const all = { Accept: 'application/json', 'Content-Type': 'text/uri-list', ...headers };
    return this.ask('START_RECOGNITION', all, lm);
  }

  /** In packets, the last one empty, as the SDKs send it. `paceMs` is the pause between two. */
  async audio(bytes: Uint8Array, { type = 'audio/wav', packet = 3200, paceMs = 0 } = {}): Promise<void> {
    for (let at = 0; at < bytes.length; at += packet) {
      this.send('SEND_AUDIO', { LastPacket: 'false', 'Content-Type': type }, bytes.subarray(at, at + packet));
      if (paceMs > 0) await new Promise((resolve) => setTimeout(resolve, paceMs));
    }
    this.send('SEND_AUDIO', { LastPacket: 'true', 'Content-Type': type }, new Uint8Array());
  }

  /** All final results up to the last. */
  async results(): Promise<Segment[]> {
    const results: Segment[] = [];
    for (;;) {
      const result = (await this.next('RECOGNITION_RESULT')).result();
      if (result.final_result) results.push(result);
      if (result.last_segment) return results;
    }
  }

  close(): void {
    this.socket.terminate();
  }

  #changed(): void {
    const waiting = this.#onChange;
    this.#onChange = [];
    for (const each of waiting) each();
  }
}

/** As the SDKs do it: lines up to an empty one, then the body. */
function parsed(data: Buffer): AsrMessage {
  const end = data.indexOf('\r\n\r\n');
  if (end < 0) throw new Error(`no empty line: ${data.toString()}`);
  const [start = '', ...lines] = data.subarray(0, end).toString().split('\r\n');
  const headers = Object.fromEntries(
    lines.map((line) => {
      const colon = line.indexOf(': ');
      return [line.slice(0, colon), line.slice(colon + 2)];
    }),
  );
  const body = data.subarray(end + 4).toString();
  return { name: start.split(' ')[2]!, headers, body, result: () => JSON.parse(body) };
}
