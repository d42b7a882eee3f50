import type { Exchange } from './check-answer.ts';

/** Where requests begin; one chunk may hold several. Bodies of tests hold nothing of the kind. */
const REQUEST_LINE = /(?:^|\r\n)([A-Z-]+) (\S+) HTTP\/1\.[01]\r\n/g;

/** Reads the answers of one connection as they arrive, each with the request that it answers. */
export class AnswerReader {
  readonly #onAnswer: (exchange: Exchange) => void;
  readonly #requests: { method: string; target: string }[] = [];
  #received = Buffer.alloc(0);

  constructor(onAnswer: (exchange: Exchange) => void) {
    this.#onAnswer = onAnswer;
  }

  sent(text: string): void {
    for (const [, method, target] of text.matchAll(REQUEST_LINE)) {
      this.#requests.push({ method: method!, target: target! });
    }
  }

  received(chunk: Uint8Array): void {
    this.#received = Buffer.concat([this.#received, chunk]);
    while (this.#takeAnswer());
  }

  #takeAnswer(): boolean {
    const end = this.#received.indexOf('\r\n\r\n');
    if (end < 0) return false;
    const [line = '', ...fields] = this.#received.toString('latin1', 0, end).split('\r\n');
    const status = Number(line.split(' ')[1]);
    const headers = new Map(
      fields.map((field) => {
        const colon = field.indexOf(':');
        return [field.slice(0, colon).toLowerCase(), field.slice(colon + 1).trim()];
      }),
    );
    const [request] = this.#requests;
    // The server always knows how long an answer is; HEAD and 204 tell of a body that does not come.
    const bodiless = request?.method === 'HEAD' || status === 204 || status < 200;
    const length = bodiless ? 0 : Number(headers.get('content-length') ?? Number.NaN);
    const next = end + 4 + length;
    if (!(this.#received.length >= next)) return false;
    const body = this.#received.toString('utf8', end + 4, next);
    this.#received = this.#received.subarray(next);
    // 100 Continue is not the answer yet.
    if (status < 200) return true;
    this.#requests.shift();
    this.#onAnswer({ ...(request && { request }), status, headers, body });
    return true;
  }
}
