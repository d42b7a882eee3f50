import { randomUUID } from 'node:crypto';
import type { Bus } from './bus.ts';
import { channelOf, framesTo, isFrameSubject } from './subjects.ts';
import { CHUNK_BYTES, Channel, type ChannelOptions } from './wire/channel.ts';
import { HEADER_BYTES, newFrame, readFrame } from './wire/frame.ts';

const TICK_MS = 1000;
/** A bus that is away for so long is gone as far as running jobs are concerned. */
const MOST_OUTAGE_TICKS = 15;

export const newId = () => randomUUID().replaceAll('-', '');

/** A node or a worker on the bus: its address, and its channels. */
export class BusSide {
  readonly id = newId();
  readonly #bus: Bus;
  readonly #channels = new Map<string, Channel>();
  #timer: NodeJS.Timeout | undefined;
  #outageTicks = 0;

  /** Before the bus is started. */
  constructor(bus: Bus) {
    this.#bus = bus;
    bus.subscribe(framesTo(this.id, '*'), (data, { subject, reply }) =>
      this.#receive(data, channelOf(subject), reply),
    );
    bus.onChange((connected) => {
      if (!connected) return;
      this.#outageTicks = 0;
      for (const channel of [...this.#channels.values()]) channel.resume();
    });
  }

  start(): void {
    this.#timer = setInterval(() => this.#tick(), TICK_MS);
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  /** A channel to another side. Whoever opens it closes it, unless it is lost. */
  open(to: string, id: string, handlers: Omit<ChannelOptions, 'send' | 'chunkBytes'>): Channel {
    const there = framesTo(to, id);
    const here = framesTo(this.id, id);
    const channel = new Channel({
      ...handlers,
      chunkBytes: Math.min(CHUNK_BYTES, this.#bus.mostBytes - HEADER_BYTES),
      send: (frame) => this.#bus.publish(there, frame, here),
      onLost: (reason) => {
        this.#channels.delete(id);
        handlers.onLost(reason);
      },
    });
    this.#channels.set(id, channel);
    return channel;
  }

  has(id: string): boolean {
    return this.#channels.has(id);
  }

  close(id: string): void {
    this.#channels.get(id)?.close();
    this.#channels.delete(id);
  }

  #receive(data: Uint8Array, id: string | undefined, reply: string | undefined): void {
    const channel = id === undefined ? undefined : this.#channels.get(id);
    if (channel) {
      channel.receive(data);
      return;
    }
    // The other side waits for somebody who does not exist any more, and should know. Two resets would never end.
    const type = readFrame(data)?.type;
    if ((type === 'data' || type === 'beat') && reply !== undefined && isFrameSubject(reply)) {
      this.#bus.publish(reply, newFrame('reset', 0));
    }
  }

  #tick(): void {
    const channels = [...this.#channels.values()];
    if (this.#bus.state.connected) {
      for (const channel of channels) channel.tick();
      return;
    }
    this.#outageTicks += 1;
    if (this.#outageTicks < MOST_OUTAGE_TICKS) return;
    for (const channel of channels) channel.lose(`the bus was away for ${MOST_OUTAGE_TICKS} s`);
  }
}
