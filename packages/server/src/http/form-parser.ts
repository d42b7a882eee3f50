import { quote, type ServiceError } from '../errors/index.ts';
import { parseMediaType } from './media-type.ts';
import { broken, type PartHead, readPartHead } from './part-head.ts';

/** What comes next in a form. */
export type FormEvent =
  /** A part begins. */
  | { readonly kind: 'part'; readonly head: PartHead }
  /** A piece of its content: a view of what was fed, not a copy. */
  | { readonly kind: 'data'; readonly bytes: Buffer }
  | { readonly kind: 'part-end' }
  /** The form is over; what follows it is nobody's business. */
  | { readonly kind: 'end' }
  /** Nothing can be said before more is fed. */
  | { readonly kind: 'more' };

type State = 'start' | 'preamble' | 'delimiter' | 'headers' | 'content-start' | 'content' | 'end';

const MAX_PART_HEADERS = 16 * 1024;
const LINE_END = Buffer.from('\r\n');
const HEADERS_END = Buffer.from('\r\n\r\n');
const CLOSE = Buffer.from('--');
const MORE: FormEvent = { kind: 'more' };
/** RFC 2046: a boundary ends with no blank. */
const BOUNDARY = /^[\w'()+,./:=? -]{0,69}[\w'()+,./:=?-]$/;

/**
 * Takes a multipart/form-data body apart as it arrives, whichever way it is cut into chunks. It keeps no more than one
 * chunk, the headers of a part and what may be the start of a boundary.
 *
 * @fastify/busboy (3.2.5) does not hold its tests: it drops the parameters of a part's Content-Type, of which audio/raw
 * needs the rate, and accepts what two readers could read in two ways: two Content-Dispositions (it takes the first), two
 * names (it takes the last), a boundary named twice, a part without a name, a header line without a colon.
 *
 * @example
 * const parser = new FormParser('multipart/form-data; boundary=x');
 * parser.feed(chunk);
 * for (let event = parser.next(); event.kind !== 'more'; event = parser.next()) use(event);
 */
export class FormParser {
  /** `--boundary`, and the same behind the line end that belongs to it. */
  readonly #first: Buffer;
  readonly #later: Buffer;
  #state: State = 'start';
  #buffer: Buffer = Buffer.alloc(0);
  #at = 0;

  constructor(contentType: string) {
    const media = parseMediaType(contentType);
    if (media?.repeated) throw broken(`Content-Type ${quote(contentType)} has ${media.repeated} twice`);
    const boundary = media?.parameters.get('boundary');
    if (boundary === undefined || !BOUNDARY.test(boundary)) {
      throw broken(`Content-Type ${quote(contentType)} names no boundary of 1 to 70 characters`);
    }
    this.#first = Buffer.from(`--${boundary}`, 'latin1');
    this.#later = Buffer.concat([LINE_END, this.#first]);
  }

  /** To be called at the start, and when `next` asks for more. */
  feed(chunk: Uint8Array): void {
    const bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
    const rest = this.#buffer.subarray(this.#at);
    this.#buffer = rest.length === 0 ? bytes : Buffer.concat([rest, bytes]);
    this.#at = 0;
  }

  /** What the body is broken by, if it ends here. */
  get brokenOff(): ServiceError {
    return broken(
      this.#state === 'start' || this.#state === 'preamble'
        ? 'its boundary is not in it'
        : 'it ends in the middle of a part',
    );
  }

  next(): FormEvent {
    for (;;) {
      const event = this.#step();
      if (event) return event;
    }
  }

  /** One state after the other; undefined where there is nothing to tell of it. */
  #step(): FormEvent | undefined {
    switch (this.#state) {
      case 'start':
        return this.#starts(this.#first, 'delimiter', 'preamble');
      case 'preamble':
        return this.#search() ? this.#enter('delimiter', this.#later.length) : MORE;
      case 'delimiter':
        return this.#delimiter();
      case 'headers':
        return this.#headers();
      case 'content-start':
        return this.#contentStart();
      case 'content':
        return this.#content();
      case 'end':
        return { kind: 'end' };
    }
  }

  #enter(state: State, skip: number): undefined {
    this.#state = state;
    this.#at += skip;
  }

  /** Whether the mark stands here decides what comes next. */
  #starts(mark: Buffer, found: State, otherwise: State): FormEvent | undefined {
    const here = this.#buffer.subarray(this.#at, this.#at + mark.length);
    if (here.length < mark.length && here.equals(mark.subarray(0, here.length))) return MORE;
    return here.equals(mark) ? this.#enter(found, mark.length) : this.#enter(otherwise, 0);
  }

  /** Goes to the next boundary, or as far as there is certainly none. */
  #search(): boolean {
    const found = this.#buffer.indexOf(this.#later, this.#at);
    this.#at = found === -1 ? this.#perhapsAt() : found;
    return found !== -1;
  }

  /** Where a boundary may begin that is not here yet: at the last line end, since there is none inside of it. */
  #perhapsAt(): number {
    const { length } = this.#buffer;
    const last = this.#buffer.lastIndexOf(LINE_END[0]!);
    if (last < this.#at || length - last >= this.#later.length) return length;
    const tail = this.#buffer.subarray(last);
    return tail.equals(this.#later.subarray(0, tail.length)) ? last : length;
  }

  /** Behind a boundary: `--`, or the end of its line, after white space that some senders put there. */
  #delimiter(): FormEvent | undefined {
    const rest = this.#buffer.subarray(this.#at, this.#at + MAX_PART_HEADERS);
    if (rest.subarray(0, 2).equals(CLOSE)) return this.#enter('end', 2);
    let padding = 0;
    while (rest[padding] === 0x20 || rest[padding] === 0x09) padding++;
    const after = rest.subarray(padding, padding + 2);
    if (after.equals(LINE_END)) return this.#enter('headers', padding);
    const unsure = after.length === 0 || (after.length === 1 && (after[0] === 0x0d || after[0] === 0x2d));
    if (unsure && padding < MAX_PART_HEADERS) return MORE;
    throw broken('something else stands in the line of a boundary');
  }

  /** From the line end in front of the first header to the blank line. */
  #headers(): FormEvent | undefined {
    const end = this.#buffer.indexOf(HEADERS_END, this.#at);
    const length = (end === -1 ? this.#buffer.length : end) - this.#at;
    if (length > MAX_PART_HEADERS) throw broken(`a part has more than ${MAX_PART_HEADERS} bytes of headers`);
    if (end === -1) return MORE;
    const lines = this.#buffer.toString('utf8', this.#at + LINE_END.length, Math.max(this.#at + 2, end));
    const head = readPartHead(lines);
    this.#enter('content-start', length + LINE_END.length);
    return { kind: 'part', head };
  }

  /** A part without content may do without the line end in front of the boundary: the blank line is it. */
  #contentStart(): FormEvent | undefined {
    const waiting = this.#starts(this.#later, 'delimiter', 'content');
    if (waiting) return waiting;
    if (this.#state === 'delimiter') return { kind: 'part-end' };
    return this.#enter('content', LINE_END.length);
  }

  #content(): FormEvent {
    const from = this.#at;
    const found = this.#search();
    if (this.#at > from) return { kind: 'data', bytes: this.#buffer.subarray(from, this.#at) };
    if (!found) return MORE;
    this.#enter('delimiter', this.#later.length);
    return { kind: 'part-end' };
  }
}
