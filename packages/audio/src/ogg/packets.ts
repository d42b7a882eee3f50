import type { OggPage } from './pages.ts';

/** Vorbis puts its code books into one packet of up to some 100 KB; nothing lawful comes near this. */
const longestPacket = 1 << 20;

/** Puts the packets of one logical stream back together from its pages. */
export class OggPackets {
  #pending: Uint8Array[] = [];
  #pendingBytes = 0;
  #broken = true;
  #sequence = -1;

  /** The packets that end on this page. A packet of which a page is lost or damaged is left out. */
  take(page: OggPage): Uint8Array[] {
    const packets: Uint8Array[] = [];
    const gap = page.sequence !== ((this.#sequence + 1) & 0xffff_ffff) >>> 0;
    this.#sequence = page.sequence;
    if (!page.continued || gap) this.#drop();
    if (page.continued && (gap || this.#pending.length === 0)) this.#broken = true;
    let start = 0;
    let at = 0;
    for (const length of page.lacing) {
      at += length;
      if (length === 255) continue;
      this.#hold(page.body.subarray(start, at));
      if (!this.#broken) packets.push(this.#join());
      this.#drop();
      start = at;
    }
    if (at > start) this.#hold(page.body.subarray(start, at));
    return packets;
  }

  #hold(piece: Uint8Array): void {
    this.#pendingBytes += piece.length;
    if (this.#pendingBytes > longestPacket) {
      this.#drop();
      this.#broken = true;
    }
    this.#pending.push(piece);
  }

  #join(): Uint8Array {
    return this.#pending.length === 1 ? this.#pending[0]! : Buffer.concat(this.#pending);
  }

  #drop(): void {
    this.#pending = [];
    this.#pendingBytes = 0;
    this.#broken = false;
  }
}
