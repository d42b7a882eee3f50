import { ServiceError } from '../../errors/index.ts';
import { wrong } from '../../fields/index.ts';
import { checkLength } from '../../operations/synthesize/speech-call.ts';
import type { ServedPeer, ServedSession } from '../connection.ts';
import { Inbox } from '../inbox.ts';
import { type JsonObject, optionalText, readMessage } from '../json-message.ts';
import { Lifetime } from '../lifetime.ts';
import { takeSentences } from './take-sentences.ts';
import { errorMessage } from './transcription.ts';

/** What streamed speech needs of the server. */
export interface SpeechHost {
  readonly idleMs: number;
  /** Of the voice. */
  readonly language: string;
  readonly sampleRate: number;
  /** Of a message, and of all text that waits to be spoken. */
  readonly mostBytes: number;
  readonly mostCharacters: number;
  /** Speaks a text; each part waits for the one before. */
  speak(text: string, onAudio: (audio: Uint8Array) => Promise<void>, signal: AbortSignal): Promise<void>;
  failureOf(error: unknown): ServiceError;
}

type Peer = Pick<ServedPeer, 'send' | 'deliver' | 'close' | 'pause' | 'resume'>;

interface Message {
  readonly bytes: Uint8Array;
  readonly isBinary: boolean;
}

/**
 * Speech of a text that arrives in pieces, such as that of a language model: `stream` brings one, `flush` has all of them
 * spoken, `stop` ends the session at once. Sentences are spoken as soon as the next one begins.
 */
export class JambonzSpeech implements ServedSession {
  readonly #host: SpeechHost;
  readonly #peer: Peer;
  readonly #inbox: Inbox<Message>;
  readonly #lifetime: Lifetime;
  /** What nothing has been made of yet. */
  #text = '';
  /** Sentences that wait, in their order: one text sounds better than its sentences. */
  #waiting = '';
  #speaking = false;
  #retiring = false;

  constructor(host: SpeechHost, peer: Peer) {
    this.#host = host;
    this.#peer = peer;
    this.#inbox = new Inbox((message) => this.#handle(message), peer, { isControl: () => true });
    this.#lifetime = new Lifetime(
      host.idleMs,
      (reason) => {
        this.end();
        peer.close(reason);
      },
      () => this.#speaking || this.#inbox.busy,
    );
    peer.send(
      JSON.stringify({ type: 'connect', data: { sample_rate: host.sampleRate, base64_encoding: false } }),
    );
  }

  receive(bytes: Uint8Array, isBinary: boolean): void {
    this.#lifetime.touch();
    this.#inbox.receive({ bytes, isBinary });
  }

  end(): void {
    this.#lifetime.end();
    this.#inbox.close();
    this.#waiting = '';
  }

  retire(): void {
    this.#retiring = true;
    if (!this.#speaking) this.#lifetime.leave('the server stops');
  }

  async #handle({ bytes, isBinary }: Message): Promise<void> {
    try {
      if (isBinary) throw wrong('the message', 'a text', 'bytes');
      this.#control(bytes);
    } catch (error) {
      this.#fail(error);
    }
  }

  /** Messages of other types may come with other versions of jambonz. */
  #control(bytes: Uint8Array): void {
    const { mostBytes } = this.#host;
    if (bytes.length > mostBytes)
      throw new ServiceError('ERR_TOO_LARGE', `the message has more than ${mostBytes} bytes`);
    const message = readMessage(bytes);
    const type = optionalText(message, 'type');
    if (type === undefined) throw wrong('type', 'a text', message.type);
    if (type === 'stream') this.#add(textIn(message));
    else if (type === 'flush') this.#flush();
    else if (type === 'stop') this.#lifetime.leave('stopped');
  }

  #add(piece: string): void {
    if (piece === '') return;
    this.#checkLength(piece);
    const { ready, rest } = takeSentences(this.#text + piece, this.#host.language);
    this.#text = rest;
    this.#say(ready);
  }

  /** Of what waits, with another piece of text; a character may take two places. */
  #checkLength(piece: string): void {
    const most = this.#host.mostCharacters;
    const text = this.#waiting + this.#text + piece;
    if (text.length > most) checkLength(text, most, 'text');
  }

  #flush(): void {
    const text = this.#text;
    this.#text = '';
    this.#say(text);
  }

  #say(text: string): void {
    if (text.trim() === '') return;
    this.#waiting += text;
    if (!this.#speaking) void this.#work();
  }

  async #work(): Promise<void> {
    this.#speaking = true;
    const { signal } = this.#lifetime;
    try {
      for (let text = this.#next(); text !== undefined; text = this.#next()) {
        await this.#host.speak(text, (audio) => this.#deliver(audio), signal);
      }
    } catch (error) {
      this.#fail(error);
    }
    this.#speaking = false;
    if (this.#retiring) this.#lifetime.leave('the server stops');
  }

  async #deliver(audio: Uint8Array): Promise<void> {
    await this.#peer.deliver(audio);
    // Nobody is idle who listens.
    this.#lifetime.touch();
  }

  #next(): string | undefined {
    const text = this.#waiting;
    this.#waiting = '';
    return text === '' || this.#lifetime.over ? undefined : text;
  }

  #fail(error: unknown): void {
    if (this.#lifetime.over) return;
    const { code, message } = this.#host.failureOf(error);
    this.#peer.send(errorMessage(code, message));
    this.#lifetime.leave('failed');
  }
}

function textIn(message: JsonObject): string {
  if (typeof message.text !== 'string') throw wrong('text', 'a text', message.text);
  return message.text;
}
