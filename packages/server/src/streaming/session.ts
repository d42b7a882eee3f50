import { quote } from '../errors/index.ts';
import { JSON_OR_XML_TYPES, negotiator } from '../http/negotiate.ts';
import type { LiveCallWatch } from '../operations/recognize/live-call.ts';
import type { PartialResult, RecognitionResult } from '../operations/results/result.ts';
import { segmentResultXml } from '../operations/results/write-xml.ts';
import { type Frame, FrameError, isAudio, readFrame, textOf, writeFrame } from './frame.ts';
import { Inbox } from './inbox.ts';
import { Lifetime } from './lifetime.ts';
import {
  knownHeaders,
  parameterNames,
  parametersIn,
  parameterText,
  readSessionClassifiers,
  type SessionParameters,
} from './parameters.ts';
import { SessionGrammars } from './session-grammars.ts';
import type { Listening, SessionHost, SessionPeer, SessionRecognition } from './session-host.ts';

/** What a session is doing, as its messages say. */
export type SessionStatus = 'IDLE' | 'LISTENING' | 'RECOGNIZING';
type State = 'none' | SessionStatus | 'released';

const chooseType = negotiator(JSON_OR_XML_TYPES);

interface Running {
  readonly listening: Listening;
  readonly stop: AbortController;
  readonly continuous: boolean;
  readonly xml: boolean;
  readonly audioEnded: boolean;
  /** Somebody spoke. */
  readonly spoken: boolean;
}

/** The states in which a message is possible; none of them before CREATE_SESSION. */
const POSSIBLE: Readonly<Record<string, readonly State[]>> = {
  CREATE_SESSION: ['none'],
  SET_PARAMETERS: ['IDLE'],
  GET_PARAMETERS: ['IDLE', 'LISTENING', 'RECOGNIZING'],
  DEFINE_GRAMMAR: ['IDLE'],
  START_RECOGNITION: ['IDLE'],
  INTERPRET_TEXT: ['IDLE'],
  START_INPUT_TIMERS: ['LISTENING'],
  SEND_AUDIO: ['LISTENING', 'RECOGNIZING'],
  CANCEL_RECOGNITION: ['LISTENING', 'RECOGNIZING'],
  RELEASE_SESSION: ['IDLE', 'LISTENING', 'RECOGNIZING'],
};

/**
 * One session of the WebSocket protocol: CREATE_SESSION, then recognitions one after the other. Messages are handled in their
 * order; audio that comes faster than it is listened to waits in the connection.
 */
export class Session {
  readonly #host: SessionHost;
  readonly #peer: SessionPeer;
  readonly #grammars: SessionGrammars;
  readonly #lifetime: Lifetime;
  #state: State = 'none';
  #version = '2.3';
  /** Headers of SET_PARAMETERS so far, and what they say: GET_PARAMETERS does not read them again. */
  #headers: Record<string, string> = {};
  #parameters: SessionParameters;
  #running: Running | undefined;
  readonly #inbox: Inbox<Uint8Array>;
  #retiring = false;
  /** Audio waits for this. */
  #goOn: () => void = () => {};

  constructor(host: SessionHost, peer: SessionPeer) {
    this.#host = host;
    this.#peer = peer;
    this.#grammars = new SessionGrammars(host.aliases);
    this.#parameters = host.readParameters({});
    this.#inbox = new Inbox((bytes) => this.#handle(bytes), peer, {
      onIdle: () => this.#onIdle(),
      isControl: (bytes) => !isAudio(bytes),
    });
    this.#lifetime = new Lifetime(
      host.idleMs,
      (reason) => this.#close(reason),
      () => this.#isAwaited,
    );
  }

  get state(): State {
    return this.#state;
  }

  receive(bytes: Uint8Array): void {
    if (this.#lifetime.over) return;
    this.#lifetime.touch();
    this.#inbox.receive(bytes);
  }

  /** The connection is gone. */
  end(): void {
    this.#lifetime.end();
    this.#inbox.close();
    this.#running?.stop.abort();
    this.#goOn();
  }

  /** Ends as soon as nothing is being recognised. */
  retire(): void {
    this.#retiring = true;
    if (!this.#running && !this.#inbox.busy) this.#lifetime.leave('the server stops');
  }

  #onIdle(): void {
    if (this.#retiring && !this.#running) this.#lifetime.leave('the server stops');
  }

  async #handle(bytes: Uint8Array): Promise<void> {
    let frame: Frame;
    try {
      frame = readFrame(bytes);
    } catch (error) {
      if (!(error instanceof FrameError)) throw error;
      const method =
        error.method !== undefined && Object.hasOwn(POSSIBLE, error.method) ? error.method : undefined;
      this.#respond(method, 'INVALID_MESSAGE', { Message: error.message });
      return;
    }
    const { message } = frame;
    if (!Object.hasOwn(POSSIBLE, message)) {
      this.#respond(undefined, 'INVALID_MESSAGE', { Message: `there is no message ${message}` });
      return;
    }
    const { handle } = frame.headers;
    if (handle !== undefined && handle !== this.#host.handle && this.#state !== 'none') {
      this.#respond(message, 'INVALID_MESSAGE', {
        Message: `Handle ${quote(handle)} is not of this session`,
      });
      return;
    }
    if (!POSSIBLE[message]!.includes(this.#state)) {
      const now = this.#state === 'none' ? 'before CREATE_SESSION' : `while the session is ${this.#state}`;
      this.#respond(message, 'INVALID_ACTION', { Message: `${message} is not possible ${now}` });
      return;
    }
    try {
      await this.#run(frame);
    } catch (error) {
      if (this.#lifetime.over) return;
      if (error instanceof FrameError) {
        this.#respond(message, 'INVALID_MESSAGE', { Message: error.message });
        return;
      }
      const { code, message: reason } = this.#host.failureOf(error);
      this.#respond(message, 'FAILURE', { 'Error-Code': code, Message: reason });
    }
  }

  async #run(frame: Frame): Promise<void> {
    switch (frame.message) {
      case 'CREATE_SESSION':
        return this.#create(frame);
      case 'SET_PARAMETERS':
        return this.#setParameters(frame);
      case 'GET_PARAMETERS':
        return this.#getParameters(frame);
      case 'DEFINE_GRAMMAR':
        return this.#define(frame);
      case 'START_RECOGNITION':
        return this.#start(frame);
      case 'INTERPRET_TEXT':
        return this.#interpret(frame);
      case 'START_INPUT_TIMERS':
        this.#running?.listening.startTimers();
        return this.#respond(frame.message, 'SUCCESS');
      case 'SEND_AUDIO':
        return this.#audio(frame);
      case 'CANCEL_RECOGNITION':
        this.#finish();
        return this.#respond(frame.message, 'SUCCESS');
      default:
        this.#finish();
        this.#state = 'released';
        this.#respond(frame.message, 'SUCCESS');
        this.end();
        return this.#peer.release('released');
    }
  }

  #create({ version, headers }: Frame): void {
    this.#version = version;
    this.#state = 'IDLE';
    this.#host.create(textOf(headers['user-agent'] ?? ''));
    // In seconds: some clients read a whole number, and wait for ever if it is anything else.
    this.#respond('CREATE_SESSION', 'SUCCESS', { Expires: Math.round(this.#host.idleMs / 1000) });
  }

  #setParameters({ headers }: Frame): void {
    const all = { ...this.#headers, ...parametersIn(headers) };
    const parameters = this.#host.readParameters(all);
    readSessionClassifiers(all, this.#version);
    this.#headers = knownHeaders(all);
    this.#parameters = parameters;
    this.#respond('SET_PARAMETERS', 'SUCCESS');
  }

  /** Those that are named, or all. Some clients read a number or a boolean of each, so that those without a value are left out. */
  #getParameters({ headers }: Frame): void {
    const named = parametersIn(headers);
    const asked = parameterNames.filter((name) => Object.hasOwn(named, name.toLowerCase()));
    const shown = (asked.length > 0 ? asked : parameterNames)
      .map((name) => [name, parameterText(this.#parameters, name)] as const)
      .filter(([, text]) => text !== '');
    this.#respond('GET_PARAMETERS', 'SUCCESS', Object.fromEntries(shown));
  }

  async #define(frame: Frame): Promise<void> {
    const { name, grammar } = this.#grammars.read(frame);
    await this.#host.define(grammar, this.#lifetime.signal);
    this.#grammars.add(name, grammar);
    this.#respond('DEFINE_GRAMMAR', 'SUCCESS');
  }

  #asked(frame: Frame): SessionRecognition {
    const headers = { ...this.#headers, ...parametersIn(frame.headers) };
    const parameters = this.#host.readParameters(headers);
    const classifiers = readSessionClassifiers(headers, frame.version);
    return { ...this.#grammars.modelsOf(frame, parameters), parameters, classifiers };
  }

  async #start(frame: Frame): Promise<void> {
    const xml = chooseType(frame.headers.accept) !== 'application/json';
    const asked = this.#asked(frame);
    const stop = new AbortController();
    const signal = AbortSignal.any([stop.signal, this.#lifetime.signal]);
    const listening = await this.#host.recognize(asked, this.#watch(stop.signal), signal);
    if (this.#lifetime.over) return;
    const continuous = asked.parameters['decoder.continuousMode'];
    this.#running = { listening, stop, continuous, xml, audioEnded: false, spoken: false };
    this.#state = 'LISTENING';
    this.#respond('START_RECOGNITION', 'SUCCESS');
  }

  async #interpret(frame: Frame): Promise<void> {
    const xml = chooseType(frame.headers.accept) !== 'application/json';
    const text = textOf(frame.headers.text ?? '');
    const { result, transactionId } = await this.#host.interpret(
      { ...this.#asked(frame), text },
      this.#lifetime.signal,
    );
    this.#state = 'RECOGNIZING';
    this.#respond('INTERPRET_TEXT', 'SUCCESS');
    this.#state = 'IDLE';
    const alternatives = result.alternatives.map((each) => ({ ...each, words: [] }));
    const times = { start_time: 0, end_time: 0 };
    const numbered = { segment_index: 0, last_segment: true, final_result: true };
    this.#sendResult({ ...result, alternatives, ...numbered, ...times }, xml, {
      'Transaction-Id': transactionId,
    });
  }

  async #audio({ headers, body }: Frame): Promise<void> {
    const { lastpacket = 'false' } = headers;
    if (!/^(true|false)$/i.test(lastpacket)) throw new FrameError('LastPacket is neither true nor false');
    const running = this.#running;
    if (!running || running.audioEnded) return;
    const room =
      body.length === 0 || running.listening.write(body, this.#host.audioFormat(headers['content-type']));
    if (/^true$/i.test(lastpacket)) {
      this.#running = { ...running, audioEnded: true };
      this.#state = 'RECOGNIZING';
      running.listening.end();
    } else if (!room) {
      this.#peer.pause();
      await new Promise<void>((resolve) => {
        this.#goOn = resolve;
      });
    }
  }

  #watch(stopped: AbortSignal): LiveCallWatch {
    const unlessOver =
      <Arguments extends unknown[]>(then: (...values: Arguments) => void) =>
      (...values: Arguments) => {
        if (!stopped.aborted && !this.#lifetime.over) then(...values);
      };
    return {
      onSpeechStart: unlessOver(() => this.#onSpeechStart()),
      onSpeechEnd: unlessOver(() => this.#onSpeechEnd()),
      onPartial: unlessOver((result, stable) =>
        this.#sendResult(result, this.#running?.xml ?? false, { 'Stable-Length': stable }),
      ),
      onResult: unlessOver((result, transactionId) => this.#onResult(result, transactionId)),
      onFailure: unlessOver((error) => this.#onFailure(error)),
      onDrain: unlessOver(() => this.#goOn()),
    };
  }

  #onSpeechStart(): void {
    if (this.#running) this.#running = { ...this.#running, spoken: true };
    this.#send('START_OF_SPEECH', { 'Session-Status': this.#status });
  }

  /** Clients stop sending audio then: in continuous mode it is told once, when there is no more of it. */
  #onSpeechEnd(): void {
    if (!this.#running?.continuous) this.#sendSpeechEnd();
  }

  #sendSpeechEnd(): void {
    this.#state = 'RECOGNIZING';
    this.#send('END_OF_SPEECH', { 'Session-Status': this.#status });
  }

  #onResult(result: RecognitionResult, transactionId?: string): void {
    const { xml = false, continuous, spoken } = this.#running ?? {};
    if (result.last_segment) {
      if (continuous && spoken) this.#sendSpeechEnd();
      this.#finish();
    }
    this.#sendResult(result, xml, { 'Transaction-Id': transactionId });
    this.#onIdle();
  }

  /** Some clients wait for a result, and others for an answer. */
  #onFailure(error: unknown): void {
    const xml = this.#running?.xml ?? false;
    const { code, message } = this.#host.failureOf(error);
    this.#finish();
    this.#respond('SEND_AUDIO', 'FAILURE', { 'Error-Code': code, Message: message });
    const numbered = { segment_index: 0, last_segment: true, final_result: true };
    const times = { start_time: 0, end_time: 0 };
    this.#sendResult({ alternatives: [], result_status: 'FAILURE', ...numbered, ...times }, xml);
    this.#onIdle();
  }

  /** Of the recognition, if there is one. */
  #finish(): void {
    this.#running?.stop.abort();
    this.#running = undefined;
    this.#state = 'IDLE';
    this.#goOn();
  }

  get #status(): SessionStatus {
    return this.#state === 'LISTENING' || this.#state === 'RECOGNIZING' ? this.#state : 'IDLE';
  }

  /** `Message` is the last header: some clients read no header after a line with quotes. */
  #respond(method: string | undefined, result: string, more: Record<string, string | number> = {}): void {
    this.#send('RESPONSE', { Method: method, Result: result, 'Session-Status': this.#status, ...more });
  }

  #sendResult(
    result: RecognitionResult | PartialResult,
    xml: boolean,
    more: Record<string, string | number | undefined> = {},
  ): void {
    const body = xml
      ? { type: 'application/xml', content: segmentResultXml(result) }
      : { type: 'application/json', content: JSON.stringify(result) };
    const headers = {
      'Result-Status': result.result_status,
      'Session-Status': this.#status,
      ...more,
    };
    this.#send('RECOGNITION_RESULT', headers, body);
  }

  #send(
    message: string,
    headers: Record<string, string | number | undefined>,
    body?: Parameters<typeof writeFrame>[3],
  ) {
    if (this.#lifetime.over) return;
    const handle = this.#state === 'none' ? undefined : this.#host.handle;
    this.#peer.send(writeFrame(this.#version, message, { Handle: handle, ...headers }, body));
  }

  /** All audio has come, or more than can be taken now. */
  get #isAwaited(): boolean {
    return this.#state === 'RECOGNIZING' || this.#inbox.busy;
  }

  #close(reason: string): void {
    this.end();
    this.#peer.close(reason);
  }
}
