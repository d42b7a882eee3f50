import { compressAlaw } from '../pcm/g711.ts';
import type { AudioEncoder } from './audio-encoder.ts';
import { type EncodedFormat, refuseFormat } from './format.ts';
import { toInt16 } from './integers.ts';
import { joinBytes } from './join-bytes.ts';

/** Writes one sample, an integer of 16 bits, at `at`. */
interface SampleWriter {
  readonly bytes: number;
  readonly write: (view: DataView, at: number, sample: number) => void;
}

const signed16: SampleWriter = { bytes: 2, write: (view, at, sample) => view.setInt16(at, sample, true) };

const unsigned8: SampleWriter = {
  bytes: 1,
  write: (view, at, sample) => view.setUint8(at, Math.min(255, Math.round(sample / 256) + 128)),
};

const alaw: SampleWriter = {
  bytes: 1,
  write: (view, at, sample) => view.setUint8(at, compressAlaw(sample)),
};

/** Samples one by one, each as often as there are channels, behind a header that may be empty. */
class LinearEncoder implements AudioEncoder {
  readonly #writer: SampleWriter;
  readonly #channels: number;
  #header: Uint8Array;

  constructor(writer: SampleWriter, channels: number, header: Uint8Array = new Uint8Array()) {
    this.#writer = writer;
    this.#channels = channels;
    this.#header = header;
  }

  write(samples: Float32Array): Uint8Array {
    const { bytes, write } = this.#writer;
    const data = new Uint8Array(samples.length * bytes * this.#channels);
    const view = new DataView(data.buffer);
    let at = 0;
    for (const sample of toInt16(samples)) {
      for (let channel = 0; channel < this.#channels; channel++, at += bytes) write(view, at, sample);
    }
    return this.#behindHeader(data);
  }

  end(): Uint8Array {
    return this.#behindHeader(new Uint8Array());
  }

  free(): void {}

  #behindHeader(data: Uint8Array): Uint8Array {
    if (this.#header.length === 0) return data;
    const header = this.#header;
    this.#header = new Uint8Array();
    return joinBytes([header, data]);
  }
}

function checkLinear({ codec, sampleRate, channels }: EncodedFormat): void {
  if (!Number.isInteger(sampleRate) || sampleRate < 4000 || sampleRate > 192_000) {
    refuseFormat(`${codec} of ${sampleRate} Hz; 4,000 to 192,000 are encoded`);
  }
  if (channels !== 1 && channels !== 2)
    refuseFormat(`${codec} with ${channels} channels; 1 or 2 are encoded`);
}

function linearWriter({ codec, bitsPerSample }: EncodedFormat): SampleWriter {
  if (bitsPerSample === 16) return signed16;
  if (bitsPerSample === 8) return unsigned8;
  return refuseFormat(`${codec} of ${bitsPerSample} bits; 8 or 16 are encoded`);
}

export function openPcm(format: EncodedFormat): AudioEncoder {
  checkLinear(format);
  return new LinearEncoder(linearWriter(format), format.channels);
}

export function openAlaw(format: EncodedFormat): AudioEncoder {
  checkLinear(format);
  if (format.bitsPerSample !== 8) refuseFormat(`A-law has 8 bits, not ${format.bitsPerSample}`);
  return new LinearEncoder(alaw, format.channels);
}

export function openWav(format: EncodedFormat): AudioEncoder {
  checkLinear(format);
  const writer = linearWriter(format);
  return new LinearEncoder(writer, format.channels, wavHeader(format, writer.bytes));
}

/** Both lengths are 0xFFFFFFFF: the end is not known when the header is sent, and clients of the interface expect this. */
function wavHeader({ sampleRate, channels }: EncodedFormat, bytes: number): Uint8Array {
  const header = Buffer.alloc(44, 0xff);
  header.write('RIFF', 0, 'latin1');
  header.write('WAVEfmt ', 8, 'latin1');
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(channels, 22);
  header.writeUInt32LE(sampleRate, 24);
  header.writeUInt32LE(sampleRate * channels * bytes, 28);
  header.writeUInt16LE(channels * bytes, 32);
  header.writeUInt16LE(bytes * 8, 34);
  header.write('data', 36, 'latin1');
  return Uint8Array.from(header);
}
