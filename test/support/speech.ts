import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { decodeAudio, joinSamples } from '@locutor/audio';
import { root } from './server.ts';

/** Speech as bytes to send, from fixtures that `make-speech.mjs` makes, and what tests put together from them. */

const RATE = 16_000;

export type Bytes = Uint8Array<ArrayBuffer>;

export function fixture(name: string): Bytes {
  return new Uint8Array(readFileSync(join(root, 'test', 'fixtures', name)));
}

/** The samples of a fixture, 16 kHz mono. */
export async function samplesOf(name: string): Promise<Float32Array> {
  return (await decodeAudio(fixture(name))).samples;
}

export const silence = (seconds: number) => new Float32Array(seconds * RATE);

export function repeated(piece: Float32Array, times: number): Float32Array {
  return joinSamples(Array.from({ length: times }, () => piece));
}

/** Every second sample, after a mean of two: enough of a filter for speech in a test. */
export function halved(samples: Float32Array): Float32Array {
  return Float32Array.from(
    { length: samples.length >> 1 },
    (_, i) => (samples[2 * i]! + samples[2 * i + 1]!) / 2,
  );
}

/** From the first to the last 10 ms within 25 dB of the loudest. */
export function voiced(samples: Float32Array): Float32Array {
  const frame = RATE / 100;
  const levels = Array.from({ length: Math.floor(samples.length / frame) }, (_, n) =>
    samples.subarray(n * frame, (n + 1) * frame).reduce((sum, sample) => sum + sample ** 2, 0),
  );
  const least = Math.max(...levels) / 10 ** 2.5;
  const isLoud = (level: number) => level >= least;
  return samples.slice(levels.findIndex(isLoud) * frame, (levels.findLastIndex(isLoud) + 1) * frame);
}

/** Slower and lower by a factor, as by a large man: another voice. */
export function deepened(samples: Float32Array, factor: number): Float32Array {
  return Float32Array.from({ length: Math.floor(samples.length * factor) }, (_, n) => {
    const at = Math.floor(n / factor);
    const next = samples[at + 1] ?? 0;
    return samples[at]! + (n / factor - at) * (next - samples[at]!);
  });
}

export function pcm(samples: Float32Array): Bytes {
  const bytes = new Uint8Array(2 * samples.length);
  const view = new DataView(bytes.buffer);
  for (const [index, sample] of samples.entries()) view.setInt16(2 * index, to16(sample), true);
  return bytes;
}

export function wav(samples: Float32Array, rate = RATE): Bytes {
  const data = pcm(samples);
  const head = Buffer.alloc(44);
  head.write('RIFF', 0, 'latin1');
  head.writeUInt32LE(data.length + 36, 4);
  head.write('WAVEfmt ', 8, 'latin1');
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(1, 20);
  head.writeUInt16LE(1, 22);
  head.writeUInt32LE(rate, 24);
  head.writeUInt32LE(2 * rate, 28);
  head.writeUInt16LE(2, 32);
  head.writeUInt16LE(16, 34);
  head.write('data', 36, 'latin1');
  head.writeUInt32LE(data.length, 40);
  return new Uint8Array(Buffer.concat([head, data]));
}

/** G.711 µ-law, by its definition. */
export function ulaw(samples: Float32Array): Bytes {
  return Uint8Array.from(samples, (sample) => {
    const value = to16(sample);
    const sign = value < 0 ? 0x80 : 0;
    const magnitude = Math.min(Math.abs(value), 32_635) + 132;
    const exponent = 31 - Math.clz32(magnitude) - 7;
    return ~(sign | (exponent << 4) | ((magnitude >> (exponent + 3)) & 15)) & 255;
  });
}

/** G.711 A-law, by its definition. */
export function alaw(samples: Float32Array): Bytes {
  return Uint8Array.from(samples, (sample) => {
    const value = to16(sample);
    const sign = value < 0 ? 0 : 0x80;
    const magnitude = Math.min(value < 0 ? -value - 1 : value, 32_767);
    const exponent = magnitude < 256 ? 0 : 31 - Math.clz32(magnitude) - 7;
    const mantissa = (magnitude >> (exponent === 0 ? 4 : exponent + 3)) & 15;
    return (sign | (exponent << 4) | mantissa) ^ 0x55;
  });
}

/** 16-bit samples with the high byte first. */
export function bigEndian(bytes: Bytes): Bytes {
  return bytes.map((_, at) => bytes[at ^ 1]!);
}

/** 16-bit samples in two equal channels. */
export function twoChannels(bytes: Bytes): Bytes {
  return Uint8Array.from({ length: 2 * bytes.length }, (_, at) => bytes[(at >> 2) * 2 + (at & 1)]!);
}

/** An AU file: 1 is µ-law, 3 PCM of 16 bits. */
export function au(data: Bytes, encoding: number, rate: number): Bytes {
  const head = Buffer.alloc(24);
  head.write('.snd', 0, 'latin1');
  for (const [index, value] of [24, data.length, encoding, rate, 1].entries()) {
    head.writeUInt32BE(value, 4 + 4 * index);
  }
  return new Uint8Array(Buffer.concat([head, data]));
}

function to16(sample: number): number {
  return Math.max(-32_768, Math.min(32_767, Math.round(sample * 32_767)));
}
