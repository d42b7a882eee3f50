import type { AudioEncoder } from './audio-encoder.ts';

/** What every codec shares: samples that are in range, memory that is freed once, and no use after that. */
export class OnceEncoder implements AudioEncoder {
  #codec: AudioEncoder | undefined;

  constructor(codec: AudioEncoder) {
    this.#codec = codec;
  }

  write(samples: Float32Array): Uint8Array {
    return this.#running().write(inRange(samples));
  }

  end(): Uint8Array {
    const codec = this.#running();
    try {
      return codec.end();
    } finally {
      this.free();
    }
  }

  free(): void {
    const codec = this.#codec;
    this.#codec = undefined;
    codec?.free();
  }

  #running(): AudioEncoder {
    if (!this.#codec) throw new Error('this encoder has ended');
    return this.#codec;
  }
}

/** A copy within ±1, with silence for what is not a number: encoders wrap around, or fail, at anything else. */
function inRange(samples: Float32Array): Float32Array {
  return samples.map((sample) => (sample > 1 ? 1 : sample < -1 ? -1 : sample || 0));
}
