import type { Exchange } from './check-answer.ts';

/** Where requests begin; one chunk may hold several. Bodies of tests hold nothing of the kind. */
const REQUEST_LINE = /(?:^|\r\n)([A-Z-]+) (\S+) HTTP\/1\.[01]\r\n/g;

/** Reads the answers of one connection as they arrive, each with the request that it answers. */
export class AnswerReader {
  readonly #onAnswer: (exchange: Exchange) => void;
  readonly #requests: { method: string; target: string }[] = [];
  #received = Buffer.alloc(0);
  /** What follows is no HTTP any more. */
  #upgraded = false;

  constructor(onAnswer: (exchange: Exchange) => void) {
    this.#onAnswer = onAnswer;
  }

  sent(text: string): void {
    for (const [, method, target] of text.matchAll(REQUEST_LINE)) {
      this.#requests.push({ method: method!, target: target! });
    }
  }

  received(chunk: Uint8Array): void {
    if (this.#upgraded) return;
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
    // The server knows how long an answer is, or sends it in chunks; HEAD and 204 tell of a body that does not come.
    const bodiless = request?.method === 'HEAD' || status === 204 || status < 200;
    const length = bodiless ? 0 : Number(headers.get('content-length') ?? Number.NaN);
    const chunked = !bodiless && headers.get('transfer-encoding') === 'chunked';
    const read = chunked ? this.#chunks(end + 4) : this.#part(end + 4, length);
    if (!read) return false;
    const { body, next } = read;
    this.#received = this.#received.subarray(next);
    this.#upgraded = status === 101;
    if (this.#upgraded) return false;
    // 100 Continue is not the answer yet.
    if (status < 200) return true;
    this.#requests.shift();
    this.#onAnswer({ ...(request && { request }), status, headers, body });
    return true;
  }

  #part(from: number, length: number): { body: string; next: number } | undefined {
    const next = from + length;
    return this.#received.length >= next
      ? { body: this.#received.toString('utf8', from, next), next }
      : undefined;
  }

  #chunks(from: number): { body: string; next: number } | undefined {
    const chunks: Buffer[] = [];
    for (let at = from; ; ) {
      const end = this.#received.indexOf('\r\n', at);
      const size = Number.parseInt(this.#received.toString('latin1', at, end), 16);
      if (end >= 0 && size === 0) {
        const next = this.#trailersEnd(end);
        return next === undefined ? undefined : { body: Buffer.concat(chunks).toString('utf8'), next };
      }
      const next = end + 2 + size + 2;
      if (end < 0 || next > this.#received.length) return undefined;
      chunks.push(this.#received.subarray(end + 2, end + 2 + size));
      at = next;
    }
  }

  /** Behind the empty line that follows the last chunk, and trailers where there are some. */
  #trailersEnd(end: number): number | undefined {
    const empty = this.#received.indexOf('\r\n\r\n', end);
    return empty < 0 ? undefined : empty + 4;
  }
}
