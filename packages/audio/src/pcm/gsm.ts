import { GsmSynthesis } from './gsm-synthesis.ts';

/** GSM 06.10 full rate: 160 samples of 8 kHz mono per frame, in one of two packings. */
export const gsmFrameSamples = 160;
export const gsmRate = 8000;

/** A frame of its own is 33 bytes: the signature 0xD in the first four bits, then 260 bits, high bits first. */
export const gsmFrameBytes = 33;
/** WAV packs two frames into 65 bytes: 520 bits, low bits first, no signature. */
export const gsmWavBlockBytes = 65;

const signature = 0xd;

const reflectionBits = [6, 6, 5, 5, 4, 4, 3, 3] as const;
const pulses = 13;

type TakeBits = (count: number) => number;

function highBitsFirst(bytes: Uint8Array, byte: number): TakeBits {
  let at = byte * 8;
  return (count) => {
    let value = 0;
    for (let i = 0; i < count; i++, at++) value = (value << 1) | ((bytes[at >> 3]! >> (7 - (at & 7))) & 1);
    return value;
  };
}

function lowBitsFirst(bytes: Uint8Array, byte: number): TakeBits {
  let at = byte * 8;
  return (count) => {
    let value = 0;
    for (let i = 0; i < count; i++, at++) value |= ((bytes[at >> 3]! >> (at & 7)) & 1) << i;
    return value;
  };
}

export class GsmDecoder {
  readonly #synthesis = new GsmSynthesis();
  readonly #reflections = new Int32Array(reflectionBits.length);
  readonly #pulses = new Int32Array(pulses);

  /** One 33-byte frame into 160 samples; false when it lacks the signature. */
  decodeFrame(bytes: Uint8Array, at: number, output: Float32Array, from: number): boolean {
    const take = highBitsFirst(bytes, at);
    if (take(4) !== signature) return false;
    this.#decode(take, output, from);
    return true;
  }

  /** One 65-byte block of WAV into 320 samples. */
  decodeWavBlock(bytes: Uint8Array, at: number, output: Float32Array, from: number): void {
    const take = lowBitsFirst(bytes, at);
    this.#decode(take, output, from);
    this.#decode(take, output, from + gsmFrameSamples);
  }

  #decode(take: TakeBits, output: Float32Array, from: number): void {
    reflectionBits.forEach((bits, i) => {
      this.#reflections[i] = take(bits);
    });
    for (let part = 0; part < 4; part++) {
      const lag = take(7);
      const gain = take(2);
      const grid = take(2);
      const largest = take(6);
      for (let i = 0; i < pulses; i++) this.#pulses[i] = take(3);
      this.#synthesis.excite(part, lag, gain, grid, largest, this.#pulses);
    }
    this.#synthesis.synthesise(this.#reflections, output, from);
  }
}
