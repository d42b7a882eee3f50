import { aborted, LocutorError, type LocutorErrorCode } from '../errors.ts';
import type { Grammar } from '../media.ts';
import type { CallOptions } from '../options.ts';
import type { RecognitionResult, RecognizeParameters } from '../types.ts';
import { type Frame, readFrame, writeFrame } from './frame.ts';

export interface ListenOptions extends CallOptions {
  readonly lm?: string | readonly string[];
  readonly grammars?: readonly Grammar[];
  /** `decoder-continuousMode: false` ends after the first segment. */
  readonly parameters?: RecognizeParameters;
  /** The Content-Type of the audio. Default: PCM of 16 bits at the rate that the server is set to. */
  readonly type?: string;
  readonly onSpeechStart?: () => void;
  /** Words so far of the segment that is being spoken. The first `stable` characters are the same in later calls. */
  readonly onPartial?: (text: string, stable: number) => void;
  /** A segment; the last one has `last_segment`. */
  readonly onResult: (result: RecognitionResult) => void;
}

const PCM = 'audio/raw';
const UNKNOWN = 'application/octet-stream';

/** Speech that is recognised while it is spoken. */
export class LiveSpeech {
  /** Resolves after the last result; rejects with a LocutorError. */
  readonly finished: Promise<void>;
  readonly #socket: WebSocket;
  readonly #options: ListenOptions;
  #settle: { resolve(): void; reject(error: LocutorError): void } = { resolve() {}, reject() {} };
  /** The message that waits for its answer. */
  #asked: { readonly message: string; resolve(): void } | undefined;

  constructor(socket: WebSocket, options: ListenOptions) {
    this.#socket = socket;
    this.#options = options;
    this.finished = new Promise((resolve, reject) => {
      this.#settle = { resolve, reject };
    });
    // Whoever waits for something else gets to know, too.
    this.finished.catch(() => {});
    socket.binaryType = 'arraybuffer';
    socket.onmessage = ({ data }) => this.#receive(readFrame(data as ArrayBuffer));
    socket.onclose = ({ reason }) =>
      this.#end(new LocutorError('ERR_NETWORK', `the session was closed${reason && `: ${reason}`}`));
    options.signal?.addEventListener('abort', () => this.cancel(), { once: true });
  }

  /** Bytes that were not sent yet. */
  get waiting(): number {
    return this.#socket.bufferedAmount;
  }

  /** The next audio. What comes after the end is ignored. */
  write(audio: Uint8Array): void {
    if (this.#socket.readyState !== this.#socket.OPEN) return;
    const headers = { LastPacket: false, 'Content-Type': this.#options.type ?? PCM };
    this.#socket.send(writeFrame('SEND_AUDIO', headers, audio));
  }

  /** There is no more audio: its last results follow. */
  end(): void {
    if (this.#socket.readyState !== this.#socket.OPEN) return;
    const headers = { LastPacket: true, 'Content-Type': this.#options.type ?? PCM };
    this.#socket.send(writeFrame('SEND_AUDIO', headers));
  }

  /** Nothing is wanted any more. */
  cancel(): void {
    this.#end(aborted(this.#options.signal?.reason));
  }

  /** To be called once, when the connection is open. */
  async start(): Promise<void> {
    const { lm = [], grammars = [], parameters, onPartial } = this.#options;
    await this.#ask('CREATE_SESSION');
    for (const [at, { source, type }] of grammars.entries()) {
      await this.#ask('DEFINE_GRAMMAR', { 'Content-ID': `g${at}`, 'Content-Type': type ?? UNKNOWN }, source);
    }
    const headers = {
      Accept: 'application/json',
      'Content-Type': 'text/uri-list',
      'decoder-continuousMode': true,
      'decoder.partialResultEnabled': onPartial !== undefined,
      ...parameters,
    };
    const uris = [...[lm].flat(), ...grammars.map((_, at) => `session:g${at}`)];
    await this.#ask('START_RECOGNITION', headers, uris.join('\r\n'));
  }

  #ask(message: string, headers: Parameters<typeof writeFrame>[1] = {}, body = ''): Promise<void> {
    const answered = new Promise<void>((resolve) => {
      this.#asked = { message, resolve };
    });
    this.#socket.send(writeFrame(message, headers, body));
    return Promise.race([answered, this.finished]);
  }

  #receive(frame: Frame | undefined): void {
    if (frame?.message === 'START_OF_SPEECH') this.#options.onSpeechStart?.();
    else if (frame?.message === 'RECOGNITION_RESULT') this.#onResult(frame);
    else if (frame?.message === 'RESPONSE') this.#onAnswer(frame.headers);
  }

  #onAnswer({ method, result, message = '', 'error-code': code }: Frame['headers']): void {
    if (result !== 'SUCCESS') {
      this.#end(new LocutorError((code ?? 'ERR_UNEXPECTED_ANSWER') as LocutorErrorCode, message));
    } else if (method === this.#asked?.message) this.#asked?.resolve();
  }

  #onResult({ headers, body }: Frame): void {
    const result = JSON.parse(body) as RecognitionResult;
    if (result.final_result) this.#options.onResult(result);
    else this.#options.onPartial?.(result.alternatives[0]?.text ?? '', Number(headers['stable-length'] ?? 0));
    if (result.final_result && result.last_segment) this.#end();
  }

  #end(error?: LocutorError): void {
    if (error) this.#settle.reject(error);
    else this.#settle.resolve();
    this.#socket.onmessage = null;
    this.#socket.onclose = null;
    this.#socket.close();
  }
}
