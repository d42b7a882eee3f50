import { AudioError } from '../errors.ts';

/** A kind of encoded audio, as a catalog of encoders names it. */
export interface EncodedFormat {
  /** `pcm` and `alaw` have no header; `opus` comes in Ogg. */
  readonly codec: 'pcm' | 'wav' | 'alaw' | 'flac' | 'mp3' | 'opus' | 'mp2';
  readonly sampleRate: number;
  /** Two channels hold the same. Only pcm, wav and alaw have two. */
  readonly channels: 1 | 2;
  /** 8 bits are unsigned in pcm and wav; 16 bits have the low byte first. */
  readonly bitsPerSample: 8 | 16;
  /** For mp3, mp2 and opus; the nearest bit rate that the codec has is used. Default: 32. */
  readonly kbps?: number | undefined;
}

export const defaultKbps = 32;

export function refuseFormat(reason: string): never {
  throw new AudioError('invalid-request', reason);
}

/** The codecs that compress are used for speech of one voice, which has nothing for a second channel. */
export function checkCompressed({ codec, channels, bitsPerSample, kbps }: EncodedFormat): void {
  if (channels !== 1) refuseFormat(`${codec} is encoded with 1 channel, not ${channels}`);
  if (bitsPerSample !== 16) refuseFormat(`${codec} is encoded from 16 bits, not ${bitsPerSample}`);
  if (kbps !== undefined && !(kbps > 0)) refuseFormat(`${kbps} kb/s is no bit rate`);
}

/** The legal value nearest to the wanted one; between two equally near, the higher. */
export function nearest<T extends number>(wanted: number, legal: readonly T[]): T {
  const distance = (value: number) => Math.abs(value - wanted);
  return legal.reduce((best, value) =>
    distance(value) < distance(best) || (distance(value) === distance(best) && value > best) ? value : best,
  );
}
