import { malformed, unsupported } from '../errors.ts';
import { checkFormat } from '../stream.ts';

/** What holds for the whole of a FLAC stream. */
export interface StreamInfo {
  readonly largestBlock: number;
  readonly rate: number;
  readonly channels: number;
  readonly bits: number;
  /** Samples per channel, or 0 where the writer did not know. */
  readonly samples: number;
}

export const streamInfoBytes = 34;

export function parseStreamInfo(bytes: Uint8Array, at: number): StreamInfo {
  if (at + streamInfoBytes > bytes.length) throw malformed('the FLAC stream ends within its STREAMINFO');
  const view = new DataView(bytes.buffer, bytes.byteOffset + at, streamInfoBytes);
  const packed = view.getUint32(10);
  const info = {
    largestBlock: view.getUint16(2),
    rate: packed >>> 12,
    channels: ((packed >>> 9) & 7) + 1,
    bits: ((packed >>> 4) & 31) + 1,
    samples: (packed & 15) * 2 ** 32 + view.getUint32(14),
  };
  checkFormat({ codec: 'flac', ...info });
  // 25 bits, the difference of two 24-bit channels, is what the decoder's 32-bit arithmetic holds.
  if (info.bits < 4 || info.bits > 24) {
    throw unsupported(`FLAC with ${info.bits} bits per sample; 4 to 24 are supported`);
  }
  if (info.largestBlock < 16) throw malformed(`FLAC with blocks of at most ${info.largestBlock} samples`);
  return info;
}
