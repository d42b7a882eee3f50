import type { ServiceError } from '../../errors/index.ts';
import { wrong } from '../../fields/index.ts';
import type { ServedPeer, ServedSession } from '../connection.ts';
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
  /** Throws ERR_TOO_LARGE where a text is too long to be spoken. */
  checkLength(text: string): void;
  /** Speaks a text; each part waits for the one before. */
  speak(text: string, onAudio: (audio: Uint8Array) => Promise<void>, signal: AbortSignal): Promise<void>;
  failureOf(error: unknown): ServiceError;
}

type Peer = Pick<ServedPeer, 'send' | 'deliver' | 'close'>;

/**
 * Speech of a text that arrives in pieces, such as that of a language model: `stream` brings one, `flush` has all of them
 * spoken, `stop` ends the session at once. Sentences are spoken as soon as the next one begins.
 */
export class JambonzSpeech implements ServedSession {
  readonly #host: SpeechHost;
  readonly #peer: Peer;
  readonly #lifetime: Lifetime;
  /** What nothing has been made of yet. */
  #text = '';
  /** Sentences that wait, in their order. */
  #waiting: string[] = [];
  #speaking = false;
  #retiring = false;

  constructor(host: SpeechHost, peer: Peer) {
    this.#host = host;
    this.#peer = peer;
    this.#lifetime = new Lifetime(
      host.idleMs,
      (reason) => peer.close(reason),
      () => this.#speaking,
    );
    peer.send(
      JSON.stringify({ type: 'connect', data: { sample_rate: host.sampleRate, base64_encoding: false } }),
    );
  }

  receive(bytes: Uint8Array, isBinary: boolean): void {
    if (this.#lifetime.over) return;
    this.#lifetime.touch();
    try {
      if (isBinary) throw wrong('the message', 'a text', 'bytes');
      this.#control(bytes);
    } catch (error) {
      this.#fail(error);
    }
  }

  end(): void {
    this.#lifetime.end();
    this.#waiting = [];
  }

  retire(): void {
    this.#retiring = true;
    if (!this.#speaking) this.#lifetime.leave('the server stops');
  }

  /** Messages of other types may come with other versions of jambonz. */
  #control(bytes: Uint8Array): void {
    const message = readMessage(bytes);
    const type = optionalText(message, 'type');
    if (type === undefined) throw wrong('type', 'a text', message.type);
    if (type === 'stream') this.#add(textIn(message));
    else if (type === 'flush') this.#flush();
    else if (type === 'stop') this.#lifetime.leave('stopped');
  }

  #add(text: string): void {
    const { ready, rest } = takeSentences(this.#text + text, this.#host.language);
    this.#text = rest;
    this.#host.checkLength([...this.#waiting, ready, rest].join(''));
    this.#say(ready);
  }

  #flush(): void {
    const text = this.#text;
    this.#text = '';
    this.#say(text);
  }

  #say(text: string): void {
    if (text.trim() === '') return;
    this.#waiting.push(text);
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

  /** All that waits at once: one text sounds better than its sentences. */
  #next(): string | undefined {
    if (this.#waiting.length === 0 || this.#lifetime.over) return undefined;
    const text = this.#waiting.join('');
    this.#waiting = [];
    return text;
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
