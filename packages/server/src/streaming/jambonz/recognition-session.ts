import { ServiceError } from '../../errors/index.ts';
import type { ServedSession } from '../connection.ts';
import { Inbox } from '../inbox.ts';
import { optionalText, readMessage } from '../json-message.ts';
import { Lifetime } from '../lifetime.ts';
import { namedModels } from '../named-models.ts';
import type { SessionHost, SessionPeer } from '../session-host.ts';
import { Turns } from '../turns.ts';
import { readStart, type Start } from './read-start.ts';
import { errorMessage, transcriptionOf } from './transcription.ts';

interface Message {
  readonly bytes: Uint8Array;
  readonly isBinary: boolean;
}

type Host = Pick<SessionHost, 'aliases' | 'idleMs' | 'readParameters' | 'create' | 'recognize' | 'failureOf'>;

/**
 * The recognition of one call leg of jambonz: `start`, audio, `stop`. The server closes the connection, after the last
 * words or an error.
 */
export class JambonzRecognition implements ServedSession {
  readonly #host: Host;
  readonly #peer: SessionPeer;
  readonly #inbox: Inbox<Message>;
  readonly #lifetime: Lifetime;
  #started: { readonly start: Start; readonly turns: Turns } | undefined;

  constructor(host: Host, peer: SessionPeer) {
    this.#host = host;
    this.#peer = peer;
    this.#inbox = new Inbox((message) => this.#handle(message), peer, {
      isControl: ({ isBinary }) => !isBinary,
    });
    this.#lifetime = new Lifetime(
      host.idleMs,
      (reason) => {
        this.end();
        peer.close(reason);
      },
      () => this.#inbox.busy,
    );
  }

  receive(bytes: Uint8Array, isBinary: boolean): void {
    this.#lifetime.touch();
    this.#inbox.receive({ bytes, isBinary });
  }

  end(): void {
    this.#lifetime.end();
    this.#inbox.close();
    this.#started?.turns.cancel();
  }

  /** The audio so far is recognised to its end. */
  retire(): void {
    void this.#stop('the server stops');
  }

  async #handle({ bytes, isBinary }: Message): Promise<void> {
    try {
      if (isBinary) await this.#audio(bytes);
      else await this.#control(bytes);
    } catch (error) {
      this.#fail(error);
    }
  }

  /** Messages of other types may come with other versions of jambonz. */
  async #control(bytes: Uint8Array): Promise<void> {
    const message = readMessage(bytes);
    const type = optionalText(message, 'type');
    if (type === undefined) throw new ServiceError('ERR_INVALID_PARAMETER', 'the message has no type');
    if (type === 'start') await this.#start(readStart(message));
    else if (type === 'stop') await this.#stop('stopped');
  }

  async #start(start: Start): Promise<void> {
    if (this.#started) throw new ServiceError('ERR_INVALID_PARAMETER', 'the recognition was started before');
    const parameters = this.#host.readParameters(start.headers);
    const asked = { ...namedModels(start, this.#host.aliases), parameters, classifiers: new Set<never>() };
    const tell = (result: Parameters<typeof transcriptionOf>[0]) => {
      const message = transcriptionOf(result, start.language);
      if (message !== undefined && !this.#lifetime.over) this.#peer.send(message);
    };
    const turns = new Turns((watch, signal) => this.#host.recognize(asked, watch, signal), {
      onPartial: tell,
      onResult: tell,
      onFailure: (error) => this.#fail(error),
    });
    this.#started = { start, turns };
    this.#host.create('jambonz');
    await turns.begin();
  }

  async #audio(bytes: Uint8Array): Promise<void> {
    if (!this.#started)
      throw new ServiceError('ERR_INVALID_PARAMETER', 'there is audio before the start message');
    await this.#started.turns.write(bytes, this.#started.start.decode);
  }

  async #stop(reason: string): Promise<void> {
    await this.#started?.turns.end();
    this.#lifetime.leave(reason);
  }

  #fail(error: unknown): void {
    if (this.#lifetime.over) return;
    const { code, message } = this.#host.failureOf(error);
    this.#peer.send(errorMessage(code, message));
    this.#lifetime.leave('failed');
  }
}
