import type WebSocket from 'ws';
import type { Segment } from './recognize.ts';
import type { TestServer } from './server.ts';
import { connected, type SocketOptions, TestSocket } from './test-socket.ts';

/** A message from the server, as it was written: names and values as they are. */
export interface AsrMessage {
  readonly name: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** The result in the body. */
  result(): Segment;
}

export interface AsrOptions extends SocketOptions {
  readonly path?: string;
  readonly version?: string;
  /** What lines end with. */
  readonly end?: '\r\n' | '\n';
}

/** A client of the WebSocket protocol that knows nothing but bytes. */
export class AsrClient extends TestSocket<AsrMessage> {
  readonly #version: string;
  readonly #end: string;

  private constructor(socket: WebSocket, { version = '2.3', end = '\r\n' }: AsrOptions) {
    super(socket, (data, isBinary) => {
      if (!isBinary) throw new Error('the server sent a text frame');
      return parsed(data);
    });
    this.#version = version;
    this.#end = end;
  }

  static async connect(server: Pick<TestServer, 'url'>, options: AsrOptions = {}): Promise<AsrClient> {
    const { path = '/asr-server/asr', version: _version, end: _end, ...rest } = options;
    return connected(server, path, rest, (socket) => new AsrClient(socket, options));
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
    return this.nextThat((message) => name === undefined || message.name === name);
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
    await this.inPackets(bytes, packet, paceMs, (part) =>
      this.send('SEND_AUDIO', { LastPacket: 'false', 'Content-Type': type }, part),
    );
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
