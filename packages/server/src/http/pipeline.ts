import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { WaitingRequests } from './waiting-requests.ts';

/** Time for a client to read the answer that ends its connection. */
const LINGER_MS = 2000;

interface Turn {
  /** Undefined for the last turn of all, which ends the connection. */
  readonly response?: ServerResponse;
  readonly start: () => void;
}

const waiting = new WaitingRequests<Pipeline>();

/** The requests of one connection that have been read and not answered. */
export class Pipeline {
  readonly #socket: Socket;
  readonly #refuse: () => void;
  readonly #turns: Turn[] = [];
  #newest: IncomingMessage | undefined;
  #current: ServerResponse | undefined;
  /** The answer whose end starts the next turn. */
  #awaited: ServerResponse | undefined;
  #isWatched = false;
  #isEnding = false;

  constructor(socket: Socket, refuse: () => void) {
    this.#socket = socket;
    this.#refuse = refuse;
  }

  get isOccupied(): boolean {
    return this.#turns.length > 0;
  }

  get length(): number {
    return this.#turns.length;
  }

  accept(request: IncomingMessage, response: ServerResponse, handler: RequestListener): void {
    if (this.#isEnding) return;
    this.#newest = request;
    if (this.#isIdle()) {
      this.#current = response;
      handler(request, response);
    } else if (this.length < waiting.allowance) {
      this.#wait({ response, start: () => handler(request, response) });
    } else this.#end(this.#refuse);
  }

  /** A request of which not all has been parsed never will be: the end takes its turn. */
  replaceUnread(end: () => void): void {
    const isUnread = this.#newest?.complete === false;
    if (this.#isIdle() || (isUnread && !this.isOccupied)) end();
    else if (!this.#isEnding) {
      if (isUnread) this.#remove(this.length - 1);
      this.#end(end);
    }
  }

  /** Gives everything up at once. */
  disconnect(): void {
    this.#isEnding = true;
    this.#clear();
    stopParsing(this.#socket);
    this.#socket.destroy();
  }

  #isIdle(): boolean {
    return !this.isOccupied && (this.#current === undefined || this.#current.writableFinished);
  }

  #end(start: () => void): void {
    this.#isEnding = true;
    stopParsing(this.#socket);
    this.#wait({ start });
  }

  #wait(turn: Turn): void {
    this.#watch();
    this.#turns.push(turn);
    this.#socket.pause();
    this.#startNextAfter(this.#current!);
    waiting.add(this);
  }

  /** Once per connection that pipelines; others have no listener. */
  #watch(): void {
    if (this.#isWatched) return;
    this.#isWatched = true;
    this.#socket.once('close', () => this.#clear());
    // Reading a body resumes the connection, as does an answer that was sent.
    this.#socket.on('resume', () => {
      if (this.isOccupied) this.#socket.pause();
    });
  }

  #startNextAfter(response: ServerResponse): void {
    if (this.#awaited === response) return;
    this.#awaited = response;
    // In a later round of the event loop: a long pipeline must not keep other connections waiting.
    response.once('close', () => setImmediate(() => this.#startNext()));
  }

  #startNext(): void {
    const turn = this.#remove(0);
    if (!turn) return;
    if (turn.response) {
      this.#current = turn.response;
      if (this.isOccupied) this.#startNextAfter(turn.response);
      else this.#socket.resume();
    } else setTimeout(() => this.#socket.destroy(), LINGER_MS).unref();
    turn.start();
  }

  #remove(place: number): Turn | undefined {
    const [turn] = this.#turns.splice(place, 1);
    if (turn) waiting.remove(this, 1);
    return turn;
  }

  #clear(): void {
    const { length } = this;
    this.#turns.length = 0;
    waiting.remove(this, length);
  }
}

/**
 * Has Node leave the rest of what it has read: it parses up to 64 KB at once and has no way of its own to stop. 2 is what
 * its parser is answered where something other than HTTP follows.
 */
function stopParsing(socket: Socket): void {
  const { parser } = socket as { parser?: { onIncoming?: () => number } };
  if (parser?.onIncoming) parser.onIncoming = () => 2;
}
