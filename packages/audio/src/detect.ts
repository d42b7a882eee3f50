import { findFrames } from './mp3/frame-header.ts';
import { skipId3 } from './mp3/id3.ts';
import { findOggCodec } from './ogg/codec.ts';

/** A format that its own header gives away. */
export type Container = 'wav' | 'au' | 'mp3' | 'flac' | 'ogg-opus' | 'ogg-vorbis' | 'ogg-flac' | 'webm';

/** How much that is not MP3 may stand before the first MP3 frame: torn streams start in the middle of one. */
const mp3Garbage = 65_536;

function text(bytes: Uint8Array, from: number, to: number): string {
  return String.fromCharCode(...bytes.subarray(from, to));
}

/**
 * The container of `bytes`, detected from their content alone, or undefined.
 *
 * ```ts
 * detectContainer(Buffer.from('RIFF....WAVEfmt ')); // 'wav'
 * detectContainer(Buffer.from('hello')); // undefined
 * ```
 */
export function detectContainer(bytes: Uint8Array): Container | undefined {
  return detect(bytes, mp3Garbage);
}

/**
 * The container of bytes that are declared as raw audio: nothing but what raw audio does not start with by accident. The
 * header has to be at the very start, and the shortest signatures must be followed by what comes next in such a file.
 */
export function detectHeader(bytes: Uint8Array): Container | undefined {
  const container = detect(bytes, 0);
  if (container === 'mp3') return findFrames(bytes, skipId3(bytes), 0, false) === -1 ? undefined : 'mp3';
  // The first block of metadata is the STREAMINFO, of 34 bytes.
  if (container === 'flac')
    return text(bytes, 4, 8).endsWith('\0\0\x22') || skipId3(bytes) > 0 ? 'flac' : undefined;
  // "webm" or "matroska" is in the first element.
  if (container === 'webm') return /webm|matroska/.test(text(bytes, 4, 64)) ? 'webm' : undefined;
  return container;
}

function detect(bytes: Uint8Array, garbage: number): Container | undefined {
  const head = text(bytes, 0, 4);
  if (head === 'RIFF' || head === 'RF64' || head === 'BW64') {
    return text(bytes, 8, 12) === 'WAVE' ? 'wav' : undefined;
  }
  if (head === '.snd') return bytes[4] === 0 && bytes[5] === 0 ? 'au' : undefined;
  if (head === 'OggS') {
    const codec = findOggCodec(bytes);
    return codec && `ogg-${codec}`;
  }
  if (head === '\x1a\x45\xdf\xa3') return 'webm';
  const start = skipId3(bytes);
  // Some taggers write ID3 in front of FLAC too.
  if (text(bytes, start, start + 4) === 'fLaC') return 'flac';
  return findFrames(bytes, start, garbage) === -1 ? undefined : 'mp3';
}

/** The name of a format that is recognised only to say that it is not supported. */
export function nameForeign(bytes: Uint8Array): string | undefined {
  const head = text(bytes, 0, 4);
  if (head === 'RIFF') return `RIFF ${JSON.stringify(text(bytes, 8, 12))}`;
  if (head === 'OggS') return 'an Ogg file without Opus, Vorbis or FLAC';
  return nameForeignHeader(bytes);
}

/** The same, where the signature is so long that raw audio does not start with it by accident. */
export function nameForeignHeader(bytes: Uint8Array): string | undefined {
  const head = text(bytes, 0, 4);
  if (text(bytes, 4, 8) === 'ftyp' && head.startsWith('\0\0')) return 'MP4/M4A';
  if (head === 'FORM' && text(bytes, 8, 11) === 'AIF') return 'AIFF';
  if (head === 'RIFX' && text(bytes, 8, 12) === 'WAVE') return 'big-endian WAV (RIFX)';
  if (text(bytes, 0, 5) === '#!AMR') return 'AMR';
  if (text(bytes, 0, 8) === '\x30\x26\xb2\x75\x8e\x66\xcf\x11') return 'WMA';
  return undefined;
}
