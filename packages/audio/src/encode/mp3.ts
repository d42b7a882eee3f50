import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { createEncoder, type WasmMediaEncoder } from 'wasm-media-encoders';
import type { AudioEncoder } from './audio-encoder.ts';
import { checkCompressed, defaultKbps, type EncodedFormat, nearest, refuseFormat } from './format.ts';
import { joinBytes } from './join-bytes.ts';

type Lame = WasmMediaEncoder<'audio/mpeg'>;

/** Of MPEG-2.5 (8 to 12 kHz) and MPEG-2 (16 to 24 kHz), as far as the library takes them. */
const lowRates = [8000, 11_025, 12_000, 16_000, 22_050, 24_000] as const;
const lowKbps = [8, 16, 24, 32, 40, 48, 64, 80, 96, 112, 128, 160] as const;
/** MPEG-2.5 ends here. */
const lowestKbps = lowKbps.filter((kbps) => kbps <= 64);
/** Of MPEG-1. */
const highRates = [32_000, 44_100, 48_000] as const;
const highKbps = [32, 40, 48, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320] as const;

/** The library makes room for a whole call's samples in its memory, which never shrinks. */
const samplesPerCall = 16_384;

/** The compiler's own declarations come only with the DOM's. */
declare const WebAssembly: { compile(bytes: Uint8Array): Promise<object> };

let compiled: Promise<object> | undefined;

/** Compiled once; every encoder is an instance of its own, whose memory is collected with it. */
function compileLame(): Promise<object> {
  compiled ??= readFile(createRequire(import.meta.url).resolve('wasm-media-encoders/wasm/mp3')).then(
    (bytes) => WebAssembly.compile(bytes),
  );
  return compiled;
}

class Mp3Encoder implements AudioEncoder {
  #lame: Lame | undefined;

  constructor(lame: Lame) {
    this.#lame = lame;
  }

  write(samples: Float32Array): Uint8Array {
    const written: Uint8Array[] = [];
    for (let at = 0; at < samples.length; at += samplesPerCall) {
      // A view of the instance's memory, which the next call writes to.
      written.push(this.#lame!.encode([samples.subarray(at, at + samplesPerCall)]).slice());
    }
    return joinBytes(written);
  }

  end(): Uint8Array {
    return this.#lame!.finalize().slice();
  }

  free(): void {
    this.#lame = undefined;
  }
}

export async function openMp3(format: EncodedFormat): Promise<AudioEncoder> {
  checkCompressed(format);
  const { kbps = defaultKbps } = format;
  const isRate = (rate: number) => rate === format.sampleRate;
  const sampleRate = [...lowRates, ...highRates].find(isRate);
  if (!sampleRate) return refuseFormat(`MP3 of ${format.sampleRate} Hz does not exist`);
  const legal = sampleRate <= 12_000 ? lowestKbps : sampleRate <= 24_000 ? lowKbps : highKbps;
  const lame = await createEncoder('audio/mpeg', await compileLame());
  // Without an output rate, LAME takes a lower one where there are few bits.
  const [bitrate, outputSampleRate] = [nearest(kbps, legal), sampleRate];
  lame.configure({ channels: 1, sampleRate, bitrate, outputSampleRate });
  return new Mp3Encoder(lame);
}
