import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import WebSocket from 'ws';

/** Milliseconds of one packet, as telephony has them. */
const PACKET_MS = 20;
const BYTES_PER_MS = 32;

export interface Heading {
  readonly message: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** Something that the server reported, and when, in milliseconds from the first sample. */
export interface Report extends Heading {
  readonly at: number;
  readonly body: string;
}

/** A client of the WebSocket protocol that sends audio as it is spoken. */
export class LiveSession {
  readonly #socket: WebSocket;
  #onReport: (report: Omit<Report, 'at'>) => void = () => {};

  private constructor(socket: WebSocket) {
    this.#socket = socket;
    socket.on('message', (data: Buffer) => this.#onReport(read(data)));
  }

  static async open(url: string): Promise<LiveSession> {
    const socket = new WebSocket(`${url.replace(/^http/, 'ws')}/asr/ws/v3/recognize`);
    await once(socket, 'open');
    const session = new LiveSession(socket);
    await session.#ask('CREATE_SESSION');
    return session;
  }

  /** Sends audio, in real time by default, and returns what was reported up to the last result. */
  async recognize(
    pcm: Uint8Array,
    parameters: Readonly<Record<string, string>>,
    { realTime = true } = {},
  ): Promise<Report[]> {
    await this.start(parameters);
    const reports: Report[] = [];
    const begun = performance.now();
    let sending = true;
    const over = new Promise<void>((resolve) => {
      this.#onReport = (report) => {
        reports.push({ ...report, at: performance.now() - begun });
        if (report.message === 'RECOGNITION_RESULT' && JSON.parse(report.body).last_segment) resolve();
      };
    });
    const size = PACKET_MS * BYTES_PER_MS;
    const send = async () => {
      for (let at = 0; at < pcm.length && sending; at += size) {
        // A packet is there when its last sample was spoken.
        const ahead = begun + (at + size) / BYTES_PER_MS - performance.now();
        if (realTime && ahead > 0) await sleep(ahead);
        if (sending) this.write(pcm.subarray(at, at + size));
      }
      if (sending) this.#send('SEND_AUDIO', { LastPacket: 'true' });
    };
    const sent = send();
    await over;
    sending = false;
    await sent;
    return reports;
  }

  start(parameters: Readonly<Record<string, string>>): Promise<void> {
    const headers = { Accept: 'application/json', 'Content-Type': 'text/uri-list', ...parameters };
    return this.#ask('START_RECOGNITION', headers, Buffer.from('builtin:slm/general'));
  }

  write(bytes: Uint8Array): void {
    this.#send('SEND_AUDIO', { LastPacket: 'false', 'Content-Type': 'audio/raw;rate=16000' }, bytes);
  }

  /** Resolves when the server sends this. */
  next(message: string): Promise<void> {
    return new Promise((resolve) => {
      this.#onReport = (report) => report.message === message && resolve();
    });
  }

  close(): void {
    this.#socket.terminate();
  }

  async #ask(message: string, headers = {}, body?: Uint8Array): Promise<void> {
    const answered = new Promise<Heading>((resolve) => {
      // A packet that crossed the last result is refused.
      this.#onReport = (report) =>
        report.message === 'RESPONSE' && report.headers.Method === message && resolve(report);
    });
    this.#send(message, headers, body);
    const answer = await answered;
    if (answer.headers.Result !== 'SUCCESS') throw new Error(`${message}: ${answer.headers.Message}`);
  }

  #send(
    message: string,
    headers: Readonly<Record<string, string>>,
    body: Uint8Array = new Uint8Array(),
  ): void {
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
    const head = [`ASR 2.4 ${message}`, ...lines, `Content-Length: ${body.length}`, '', ''].join('\r\n');
    this.#socket.send(Buffer.concat([Buffer.from(head), body]));
  }
}

function read(data: Buffer): Omit<Report, 'at'> {
  const end = data.indexOf('\r\n\r\n');
  const [start = '', ...lines] = data.subarray(0, end).toString().split('\r\n');
  const headers = Object.fromEntries(lines.map((line) => line.split(/: (.*)/s, 2)));
  return { message: start.split(' ')[2] ?? '', headers, body: data.subarray(end + 4).toString() };
}
