import { HEADER_BYTES, markEnd, newFrame, readFrame } from './frame.ts';
import { type BusMessage, MessageReader, MessageWriter } from './message-parts.ts';

/** Small enough for the smallest limit of a bus that makes sense, large enough that the header costs nothing. */
export const CHUNK_BYTES = 128 * 1024;
/**
 * Frames that may be on their way without an acknowledgement, a megabyte: a receiver that is slow stops its sender, and
 * the bus never holds so much for a receiver that it cuts it off (64 MB by default, for all of its jobs together).
 */
const WINDOW = 8;
/** Without news for so many ticks, frames are sent again. */
const RESEND_TICKS = 2;
/** Without a sign of life for so many ticks, the other side is gone. */
const SILENT_TICKS = 6;

export interface ChannelOptions {
  /** Publishes a frame to the other side; never throws. */
  send(frame: Uint8Array): void;
  readonly chunkBytes: number;
  /** Most bytes of the large arrays of one message. */
  readonly mostBytes: number;
  /** Nothing is said or expected before the first message: the other side may not be there yet. */
  readonly waits?: boolean;
  onMessage(message: BusMessage): void;
  /** Everything that was posted has arrived. */
  onSettled?(): void;
  /** Exactly once, unless `close` was called: the other side is gone, or does not follow the rules. */
  onLost(reason: string): void;
}

/**
 * Messages of one job between two sides of a bus, both ways: of any length, in order, none lost or doubled. Frames are
 * acknowledged and sent again where the bus lost them (go-back-N); both sides show that they are alive.
 */
export class Channel {
  readonly #options: ChannelOptions;
  readonly #queue: MessageWriter[] = [];
  /** Sent, not acknowledged. The first one's number is `#acknowledged`. */
  readonly #sent: Uint8Array[] = [];
  #acknowledged = 0;
  #expected = 0;
  #reader: MessageReader;
  #quietTicks = 0;
  #unackedTicks = 0;
  #open = true;
  #begun: boolean;

  constructor(options: ChannelOptions) {
    this.#options = options;
    this.#begun = !options.waits;
    this.#reader = new MessageReader(options.mostBytes);
  }

  /** Whether everything that was posted has arrived. */
  get settled(): boolean {
    return this.#sent.length === 0 && this.#queue.length === 0;
  }

  /** Throws where the message holds something that is not plain data. */
  post(message: BusMessage): void {
    const writer = new MessageWriter(message);
    if (!this.#open) return;
    this.#begun = true;
    this.#queue.push(writer);
    this.#sendMore();
  }

  receive(bytes: Uint8Array): void {
    const frame = readFrame(bytes);
    if (!frame || !this.#open) return;
    this.#quietTicks = 0;
    switch (frame.type) {
      case 'data':
        this.#take(frame.sequence, frame.payload, frame.end);
        return;
      case 'reset':
        this.lose('the other side does not know the job');
        return;
      default:
        this.#acknowledge(frame.sequence);
    }
  }

  /** To be called every second while there is a connection to the bus. */
  tick(): void {
    if (!this.#open || !this.#begun) return;
    this.#quietTicks += 1;
    if (this.#quietTicks > SILENT_TICKS) {
      this.lose(`no sign of life for ${SILENT_TICKS} s`);
      return;
    }
    this.#options.send(newFrame('beat', this.#expected));
    if (this.#sent.length === 0) return;
    this.#unackedTicks += 1;
    if (this.#unackedTicks >= RESEND_TICKS) this.#resend();
  }

  /** The bus is back: what was on its way may be lost, and silence began with its end. */
  resume(): void {
    this.#quietTicks = 0;
    this.#resend();
  }

  #resend(): void {
    this.#unackedTicks = 0;
    if (this.#open) for (const frame of this.#sent) this.#options.send(frame);
  }

  lose(reason: string): void {
    if (!this.#open) return;
    this.close();
    this.#options.onLost(reason);
  }

  close(): void {
    this.#open = false;
    this.#queue.length = 0;
    this.#sent.length = 0;
  }

  #take(sequence: number, payload: Uint8Array, end: boolean): void {
    let message: BusMessage | undefined;
    if (sequence === this.#expected) {
      this.#expected += 1;
      try {
        this.#reader.push(payload);
        if (end) {
          message = this.#reader.finish();
          this.#reader = new MessageReader(this.#options.mostBytes);
        }
      } catch (error) {
        this.#options.send(newFrame('reset', 0));
        this.lose(`a message cannot be read: ${(error as Error).message}`);
        return;
      }
    }
    this.#options.send(newFrame('ack', this.#expected));
    if (message) this.#options.onMessage(message);
  }

  #acknowledge(next: number): void {
    const count = next - this.#acknowledged;
    if (count <= 0 || count > this.#sent.length) return;
    this.#sent.splice(0, count);
    this.#acknowledged = next;
    this.#unackedTicks = 0;
    this.#sendMore();
    if (this.settled) this.#options.onSettled?.();
  }

  #sendMore(): void {
    while (this.#sent.length < WINDOW && this.#queue.length > 0) {
      const writer = this.#queue[0]!;
      const frame = newFrame(
        'data',
        this.#acknowledged + this.#sent.length,
        Math.min(writer.left, this.#options.chunkBytes),
      );
      writer.fill(frame.subarray(HEADER_BYTES));
      if (writer.left === 0) {
        markEnd(frame);
        this.#queue.shift();
      }
      this.#sent.push(frame);
      this.#options.send(frame);
    }
  }
}
