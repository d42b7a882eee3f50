import { randomUUID } from 'node:crypto';
import { OpusPages } from '@locutor/audio';
import { ServiceError } from '../../errors/index.ts';
import type { RecognitionResult } from '../../operations/results/result.ts';
import type { ServedSession } from '../connection.ts';
import { Inbox } from '../inbox.ts';
import { readMessage } from '../json-message.ts';
import { Lifetime } from '../lifetime.ts';
import { namedModels } from '../named-models.ts';
import type { SessionHost, SessionPeer, SessionRecognition } from '../session-host.ts';
import { Turns } from '../turns.ts';
import { type Codec, chooseCodec } from './codecs.ts';
import {
  errorResponse,
  type Message,
  readAeap,
  readCodecs,
  readNames,
  readParams,
  responseTo,
} from './message.ts';
import { type AeapResult, resultsOf, setResults } from './results.ts';
import {
  changed,
  headersOf,
  modelNames,
  type Settings,
  settingText,
  slinRate,
  wantsAll,
} from './settings.ts';

type Request = Extract<Message, { kind: 'request' }>;
type Incoming = { readonly bytes: Uint8Array; readonly isBinary: boolean };

/** Time for credentials to come: Asterisk sends its setup as soon as it is connected, and waits one second for the answer. */
const SETUP_MS = 5000;

/** What a session needs of the server. */
export interface AeapHost extends Pick<SessionHost, 'aliases' | 'readParameters' | 'create' | 'recognize'> {
  /** Loads what a recognition would need. Throws what prevents it; what takes too long is not waited for. */
  check(asked: SessionRecognition, signal: AbortSignal): Promise<void>;
  /** A recognition could not be had, and the protocol has no words for it. */
  note(failure: ServiceError): void;
}

export interface AeapDoor extends Pick<SessionHost, 'idleMs' | 'failureOf'> {
  /** Checks the credentials of the connection or, where it has none, the token of its setup. */
  admit(token: string | undefined): Promise<AeapHost>;
}

interface Ready {
  readonly host: AeapHost;
  /** Names of codecs. */
  readonly offered: readonly string[];
  readonly codec: Codec;
  readonly turns: Turns;
  readonly settings: Settings;
  /** What the settings say of a recognition: neither a recognition nor a `get` reads them again. */
  readonly asked: SessionRecognition;
}

/**
 * Recognition for the speech applications of Asterisk: `setup`, then audio. Asterisk does not say when it begins to listen; it
 * sends audio, until a result is set. So audio begins a recognition, and a result ends it.
 */
export class AeapSession implements ServedSession {
  readonly #door: AeapDoor;
  readonly #peer: SessionPeer;
  readonly #inbox: Inbox<Incoming>;
  readonly #lifetime: Lifetime;
  readonly #setupDeadline: NodeJS.Timeout;
  #ready: Ready | undefined;
  #pages = new OpusPages();
  /** Those that were not fetched. */
  #results: readonly AeapResult[] = [];
  #interpretation = '';
  /** The request that brought the last results, until Asterisk answers it: it listens again after that. */
  #unanswered: string | undefined;

  constructor(door: AeapDoor, peer: SessionPeer) {
    this.#door = door;
    this.#peer = peer;
    this.#inbox = new Inbox((message) => this.#handle(message), peer, {
      isControl: ({ isBinary }) => !isBinary,
    });
    this.#lifetime = new Lifetime(
      door.idleMs,
      (reason) => {
        this.end();
        peer.close(reason);
      },
      () => this.#inbox.busy,
    );
    this.#setupDeadline = setTimeout(() => this.#lifetime.leave('no setup came'), SETUP_MS);
  }

  receive(bytes: Uint8Array, isBinary: boolean): void {
    this.#lifetime.touch();
    this.#inbox.receive({ bytes, isBinary });
  }

  end(): void {
    clearTimeout(this.#setupDeadline);
    this.#lifetime.end();
    this.#inbox.close();
    this.#ready?.turns.cancel();
  }

  retire(): void {
    void this.#ready?.turns.end().then(() => this.#lifetime.leave('the server stops'));
    if (!this.#ready) this.#lifetime.leave('the server stops');
  }

  async #handle({ bytes, isBinary }: Incoming): Promise<void> {
    let request: Request | undefined;
    try {
      if (isBinary) return await this.#audio(bytes);
      const message = readAeap(readMessage(bytes));
      if (message.kind === 'response') return this.#onResponse(message.id);
      request = message;
      const more = await this.#answer(request);
      this.#send(responseTo(request.name, request.id, more));
    } catch (error) {
      if (this.#lifetime.over) return;
      const failure = this.#door.failureOf(error);
      this.#send(errorResponse(failure.message, request?.name, request?.id));
      // Whoever is not let in has to connect again.
      if (request?.name === 'setup' && !this.#ready) this.#lifetime.leave('failed');
    }
  }

  #answer(request: Request): Promise<object> {
    switch (request.name) {
      case 'setup':
        return this.#setup(request);
      case 'set':
        return this.#set(request);
      case 'get':
        return this.#get(request);
      default:
        throw new ServiceError('ERR_INVALID_PARAMETER', `there is no request ${request.name.slice(0, 40)}`);
    }
  }

  async #setup({ content }: Request): Promise<object> {
    if (this.#ready) throw new ServiceError('ERR_INVALID_PARAMETER', 'the session was set up before');
    const { token, ...params } = readParams(content);
    const offered = readCodecs(content);
    const host = await this.#door.admit(token);
    clearTimeout(this.#setupDeadline);
    const settings = changed({}, params);
    const codec = chooseCodec(offered, slinRate(settings));
    const asked = askedOf(host, settings);
    await host.check(asked, this.#lifetime.signal);
    const turns = new Turns((watch, signal) => host.recognize(this.#ready!.asked, watch, signal), {
      onResult: (result) => this.#onResult(result),
      onFailure: (error) => this.#onFailure(error),
    });
    this.#ready = { host, offered, codec, turns, settings, asked };
    this.#lifetime.touch();
    host.create('Asterisk');
    return { codecs: [{ name: codec.name }], ...(Object.keys(params).length > 0 && { params }) };
  }

  /** All of it, or nothing. A recognition that runs was begun with other parameters, so that it ends. */
  async #set({ content }: Request): Promise<object> {
    const ready = this.#mustBeReady();
    const { dtmf, ...params } = readParams(content);
    const offered = content.codecs === undefined ? ready.offered : readCodecs(content);
    const settings = changed(ready.settings, params);
    const codec = chooseCodec(offered, slinRate(settings));
    const isChanged = Object.keys(params).length > 0;
    const asked = isChanged ? askedOf(ready.host, settings) : ready.asked;
    if (isChanged) await ready.host.check(asked, this.#lifetime.signal);
    this.#ready = { ...ready, offered, codec, settings, asked };
    // Asterisk makes a result of keys by itself.
    ready.turns.cancel();
    return {
      ...(content.codecs !== undefined && { codecs: [{ name: codec.name }] }),
      params: { ...params, ...(dtmf !== undefined && { dtmf }) },
    };
  }

  async #get({ content }: Request): Promise<object> {
    const { settings, codec, asked } = this.#mustBeReady();
    const params: Record<string, unknown> = {};
    for (const name of readNames(content)) {
      if (name === 'results') {
        params.results = this.#results;
        this.#results = [];
      } else if (name === 'interpretation') params.interpretation = this.#interpretation;
      else if (name === 'codec') params.codec = codec.name;
      else params[name] = settingText(settings, name, asked.parameters);
    }
    return { params };
  }

  async #audio(bytes: Uint8Array): Promise<void> {
    if (!this.#ready) return;
    const { turns, codec } = this.#ready;
    try {
      // Each recognition is a stream of its own.
      if (await turns.begin()) this.#pages = new OpusPages();
      await turns.write(codec.packets ? this.#pages.write(bytes) : bytes, codec.decode);
    } catch (error) {
      this.#onFailure(error);
      return;
    }
    if (this.#unanswered === undefined) turns.startTimers();
  }

  #onResponse(id: string): void {
    if (id !== this.#unanswered) return;
    this.#unanswered = undefined;
    this.#results = [];
  }

  /** Silence is no answer: Asterisk waits as long as its dialplan says. */
  #onResult(result: RecognitionResult): void {
    if (['NO_SPEECH', 'MAX_SPEECH'].includes(result.result_status)) return;
    this.#interpretation = result.alternatives[0]?.interpretations[0] ?? '';
    this.#tell(resultsOf(result, wantsAll(this.#ready?.settings ?? {})));
  }

  #onFailure(error: unknown): void {
    if (this.#lifetime.over) return;
    this.#ready?.host.note(this.#door.failureOf(error));
    this.#interpretation = '';
    this.#tell([]);
  }

  #tell(results: readonly AeapResult[]): void {
    this.#results = results;
    this.#unanswered = randomUUID();
    this.#send(setResults(this.#unanswered, results));
  }

  #mustBeReady(): Ready {
    if (this.#ready) return this.#ready;
    throw new ServiceError('ERR_INVALID_PARAMETER', 'the first request must be setup');
  }

  #send(message: string): void {
    if (!this.#lifetime.over) this.#peer.send(message);
  }
}

function askedOf(host: AeapHost, settings: Settings): SessionRecognition {
  const parameters = host.readParameters(headersOf(settings));
  return { ...namedModels(modelNames(settings), host.aliases), parameters, classifiers: new Set<never>() };
}
