import type { AudioSink, Decoder } from '../stream.ts';
import { codecOf, type OggCodec } from './codec.ts';
import { openOggFlac } from './ogg-flac.ts';
import { openOggOpus } from './ogg-opus.ts';
import { openOggVorbis } from './ogg-vorbis.ts';
import { OggPackets } from './packets.ts';
import { lastPage, type OggPage, oggPages } from './pages.ts';

/** One stream of a file; a chained file has several, one behind the other. */
export interface OggLink {
  /** How many header packets follow the first. */
  readonly headers: number;
  /** Called with those before the first `decode`; only here a decoder is worth its making. */
  setup(headers: Uint8Array[]): Promise<void>;
  decode(packets: Uint8Array[], page: OggPage): Promise<void>;
}

type OpenLink = (header: Uint8Array, length: number, sink: AudioSink) => OggLink;

const open: Readonly<Record<OggCodec, OpenLink>> = {
  opus: openOggOpus,
  vorbis: openOggVorbis,
  flac: openOggFlac,
};

/** The pages of one link, fed in order. */
class LinkReader {
  readonly serial: number;
  readonly #packets = new OggPackets();
  readonly #link: OggLink;
  readonly #headers: Uint8Array[] = [];
  #ready = false;

  constructor(link: OggLink, first: OggPage) {
    this.#link = link;
    this.serial = first.serial;
    this.#packets.take(first);
  }

  async read(page: OggPage): Promise<void> {
    const packets = this.#packets.take(page);
    if (!this.#ready) {
      this.#headers.push(...packets.splice(0, this.#link.headers - this.#headers.length));
      if (this.#headers.length < this.#link.headers) return;
      await this.#link.setup(this.#headers);
      this.#ready = true;
    }
    if (packets.length > 0) await this.#link.decode(packets, page);
  }
}

/**
 * Each link takes a decoder of its own, which takes milliseconds and, until it is collected, memory: a small
 * file could otherwise ask for a million of them.
 */
const mostLinks = 64;

/**
 * Decodes the streams of one codec. Of streams that lie beside each other (their first pages all come before
 * any other page) the first is decoded; streams behind each other are all decoded, each with a decoder of its own.
 */
export function oggDecoder(codec: OggCodec): Decoder {
  return async function* (bytes, sink) {
    const end = lastPage(bytes);
    let reader: LinkReader | undefined;
    let links = 0;
    let amongFirstPages = false;
    for (const page of oggPages(bytes)) {
      if (sink.full) return;
      if (page.first) {
        if (!amongFirstPages) reader = undefined;
        amongFirstPages = true;
        if (reader || codecOf(page) !== codec) continue;
        if (++links > mostLinks) return sink.cutShort();
        const length = end?.serial === page.serial ? end.granule : 0;
        reader = new LinkReader(open[codec](page.body, length, sink), page);
      } else {
        amongFirstPages = false;
        if (page.serial === reader?.serial) await reader.read(page);
      }
      yield;
    }
  };
}
