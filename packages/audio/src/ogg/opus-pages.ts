import { opusRate, packetDuration } from '../opus/head.ts';
import { opusHead, opusTags } from '../opus/write-headers.ts';
import { writeOggPage } from './write-page.ts';

/** Any number is right for the only stream. */
const serial = 1;
/** A page has room for no more than 255 segments of 255 bytes, and no packet of speech comes near. */
const longestPacket = 60_000;

/**
 * Packets of Opus as they travel in RTP, one by one, into Ogg: a stream that can be decoded while it is received. What cannot be
 * a packet is left out.
 *
 * @example
 * const pages = new OpusPages();
 * for await (const packet of call) live.write(pages.write(packet));
 */
export class OpusPages {
  #pages = 0;
  #samples = 0;

  /** The page of a packet; the first one stands behind the headers. */
  write(packet: Uint8Array): Uint8Array {
    const duration = packetDuration(packet);
    if (duration === 0 || packet.length > longestPacket) return new Uint8Array();
    const headers =
      this.#pages === 0 ? [this.#page(opusHead(0, opusRate), true), this.#page(opusTags())] : [];
    this.#samples += duration;
    return Buffer.concat([...headers, this.#page(packet)]);
  }

  #page(packet: Uint8Array, first = false): Uint8Array {
    return writeOggPage([packet], { serial, sequence: this.#pages++, granule: this.#samples, first });
  }
}
