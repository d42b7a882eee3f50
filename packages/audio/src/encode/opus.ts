import { writeOggPage } from '../ogg/write-page.ts';
import { opusRate } from '../opus/head.ts';
import { opusHead, opusTags } from '../opus/write-headers.ts';
import type { AudioEncoder } from './audio-encoder.ts';
import { checkCompressed, defaultKbps, type EncodedFormat, refuseFormat } from './format.ts';
import { Framer } from './framer.ts';
import { toInt16 } from './integers.ts';
import { joinBytes } from './join-bytes.ts';
import { LibopusEncoder, type OpusEncoderLibrary } from './opus-library.ts';

const rates = [8000, 12_000, 16_000, 24_000, opusRate];
/** libopus refuses less for a packet of 20 ms, and has no use for more. */
const [leastKbps, mostKbps] = [6, 510];

/** Numbers of `opus_encoder_ctl`. */
const [setBitRate, setSignal, getLookahead] = [4002, 4024, 4027];
const voice = 3001;

const framesPerSecond = 50;
/** Half a second; a page costs 27 bytes and one for each packet. */
const packetsPerPage = 25;
/** Samples at 48 kHz. */
const packetLength = opusRate / framesPerSecond;
/** Any number is right for the only stream of a file, and one that is always the same makes files comparable. */
const serial = 1;

/** Opus in Ogg (RFC 7845). */
class OpusEncoder implements AudioEncoder {
  readonly #encoder: OpusEncoderLibrary;
  readonly #framer: Framer;
  readonly #rate: number;
  /** Samples at 48 kHz by which the encoder delays, for the decoder to leave out. */
  readonly #preSkip: number;
  #samples = 0;
  #packets: Uint8Array[] = [];
  #packetCount = 0;
  #pageCount = 0;

  constructor(encoder: OpusEncoderLibrary, rate: number) {
    this.#encoder = encoder;
    this.#rate = rate;
    this.#framer = new Framer(rate / framesPerSecond);
    this.#preSkip = (encoder.ctl(getLookahead) * opusRate) / rate;
  }

  write(samples: Float32Array): Uint8Array {
    const pages = this.#headers();
    this.#samples += samples.length;
    for (const frame of this.#framer.push(samples)) pages.push(...this.#encode(frame));
    return joinBytes(pages);
  }

  end(): Uint8Array {
    const pages = this.#headers();
    const end = this.#preSkip + Math.round((this.#samples * opusRate) / this.#rate);
    // At least once: the delay alone needs one packet more than the samples filled.
    while (this.#packetCount * packetLength < end) pages.push(...this.#encode(this.#framer.rest()));
    pages.push(this.#page({ granule: end, last: true }));
    return joinBytes(pages);
  }

  free(): void {
    this.#encoder.drop();
  }

  /** The pages of the two headers, before anything else. */
  #headers(): Uint8Array[] {
    if (this.#pageCount > 0) return [];
    this.#packets = [opusHead(this.#preSkip, this.#rate)];
    const first = this.#page({ granule: 0, first: true });
    this.#packets = [opusTags()];
    return [first, this.#page({ granule: 0 })];
  }

  /** A page once there is a packet behind it, so that the last page of all is never empty. */
  #encode(frame: Float32Array): Uint8Array[] {
    const full = this.#packets.length === packetsPerPage;
    const pages = full ? [this.#page({ granule: this.#packetCount * packetLength })] : [];
    this.#packets.push(this.#encoder.encode(toInt16(frame)));
    this.#packetCount++;
    return pages;
  }

  #page(options: { granule: number; first?: boolean; last?: boolean }): Uint8Array {
    const page = writeOggPage(this.#packets, { serial, sequence: this.#pageCount++, ...options });
    this.#packets = [];
    return page;
  }
}

export function openOpus(format: EncodedFormat): AudioEncoder {
  checkCompressed(format);
  const { sampleRate, kbps = defaultKbps } = format;
  if (!rates.includes(sampleRate)) {
    return refuseFormat(`Opus of ${sampleRate} Hz; ${rates.join(', ')} are encoded`);
  }
  const encoder = new LibopusEncoder({ channels: 1, sample_rate: sampleRate, application: 'audio' });
  encoder.ctl(setBitRate, 1000 * Math.min(mostKbps, Math.max(leastKbps, kbps)));
  encoder.ctl(setSignal, voice);
  return new OpusEncoder(encoder, sampleRate);
}
