import { createRequire } from 'node:module';
import type { Flac } from 'libflacjs';
import type { AudioEncoder } from './audio-encoder.ts';
import { checkCompressed, type EncodedFormat, refuseFormat } from './format.ts';
import { toInt16 } from './integers.ts';
import { joinBytes } from './join-bytes.ts';

/** libFLAC's default, from 0 to 8. */
const compressionLevel = 5;
/** The library copies each call's samples into its own memory; so that stays small. */
const samplesPerCall = 16_384;

let library: Promise<Flac> | undefined;

/**
 * One instance for all encoders. Of the package's builds, that in JavaScript: its WebAssembly fetches its own path as an
 * address, which Node refuses since it has `fetch`. This one encodes 60 s in 0.4 s. The package's factory would set an
 * environment variable, so it is passed by.
 */
function loadLibrary(): Promise<Flac> {
  library ??= new Promise((resolve) => {
    const flac = createRequire(import.meta.url)('libflacjs/dist/libflac.min.js') as Flac;
    if (flac.isReady()) resolve(flac);
    else flac.on('ready', () => resolve(flac));
  });
  return library;
}

class FlacEncoder implements AudioEncoder {
  readonly #flac: Flac;
  readonly #encoder: number;
  #written: Uint8Array[] = [];

  constructor(flac: Flac, { sampleRate, channels, bitsPerSample }: EncodedFormat) {
    this.#flac = flac;
    this.#encoder = flac.create_libflac_encoder(sampleRate, channels, bitsPerSample, compressionLevel, 0);
    if (this.#encoder === 0) refuseFormat(`FLAC of ${sampleRate} Hz is not encoded`);
    const status = flac.init_encoder_stream(this.#encoder, (bytes) => {
      this.#written.push(Uint8Array.from(bytes));
    });
    if (status !== 0) {
      flac.FLAC__stream_encoder_delete(this.#encoder);
      throw new Error(`the FLAC encoder does not start: status ${status}`);
    }
  }

  write(samples: Float32Array): Uint8Array {
    for (let at = 0; at < samples.length; at += samplesPerCall) {
      const integers = Int32Array.from(toInt16(samples.subarray(at, at + samplesPerCall)));
      if (!this.#flac.FLAC__stream_encoder_process_interleaved(this.#encoder, integers, integers.length)) {
        throw new Error('the FLAC encoder failed');
      }
    }
    return this.#taken();
  }

  end(): Uint8Array {
    this.#flac.FLAC__stream_encoder_finish(this.#encoder);
    return this.#taken();
  }

  free(): void {
    // Finishes what is not finished.
    this.#flac.FLAC__stream_encoder_delete(this.#encoder);
    this.#written = [];
  }

  #taken(): Uint8Array {
    const bytes = joinBytes(this.#written);
    this.#written = [];
    return bytes;
  }
}

export async function openFlac(format: EncodedFormat): Promise<AudioEncoder> {
  checkCompressed(format);
  return new FlacEncoder(await loadLibrary(), format);
}
