/** The 32-bit header in front of every MPEG audio frame, Layer III only. */
export interface FrameHeader {
  readonly rate: number;
  readonly channels: 1 | 2;
  /** The frame's length in bytes, header included. */
  readonly length: number;
  readonly samples: number;
  /** Equal in all frames of one stream: version, layer and rate. */
  readonly kind: number;
}

const bitratesV1 = [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320] as const;
const bitratesV2 = [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160] as const;
const rates = [44_100, 48_000, 32_000] as const;

/** Undefined where no frame of Layer III can start. Free-format frames (no bit rate given) do not count. */
export function parseFrameHeader(bytes: Uint8Array, at: number): FrameHeader | undefined {
  if (at + 4 > bytes.length || bytes[at] !== 0xff) return undefined;
  const [second, third, fourth] = [bytes[at + 1]!, bytes[at + 2]!, bytes[at + 3]!];
  const version = (second >> 3) & 3;
  const layer = (second >> 1) & 3;
  if (second < 0xe0 || version === 1 || layer !== 1) return undefined;
  const bitrateIndex = third >> 4;
  const rateIndex = (third >> 2) & 3;
  if (bitrateIndex === 0 || bitrateIndex === 15 || rateIndex === 3 || (fourth & 3) === 2) return undefined;
  const first = version === 3;
  const rate = rates[rateIndex]! / (first ? 1 : version === 2 ? 2 : 4);
  const bitrate = (first ? bitratesV1 : bitratesV2)[bitrateIndex]! * 1000;
  const samples = first ? 1152 : 576;
  const padding = (third >> 1) & 1;
  return {
    rate,
    channels: fourth >> 6 === 3 ? 1 : 2,
    length: Math.floor((samples / 8) * (bitrate / rate)) + padding,
    samples,
    kind: (version << 8) | rateIndex,
  };
}

/** How many frames must follow each other before the first one is believed. */
const chainLength = 3;

/**
 * The first offset from `from` on where frames follow each other, or -1. One header alone proves nothing: the
 * eleven bits of a frame sync stand in any noise, and the decoder turns noise into noise. At most `reach` bytes
 * are searched. Frames at `from` itself may be fewer where they end with the file, if `mayBeShort`.
 */
export function findFrames(bytes: Uint8Array, from: number, reach: number, mayBeShort = true): number {
  // Without the cut, a search for a byte that does not come would go to the end of the file.
  const searched = bytes.subarray(0, Math.max(0, Math.min(bytes.length - 3, from + reach + 1)));
  for (let at = searched.indexOf(0xff, from); at !== -1; at = searched.indexOf(0xff, at + 1)) {
    if (startsChain(bytes, at, mayBeShort && at === from)) return at;
  }
  return -1;
}

function startsChain(bytes: Uint8Array, start: number, mayBeShort: boolean): boolean {
  const first = parseFrameHeader(bytes, start);
  let at = start;
  for (let count = 0; count < chainLength; count++) {
    const header = parseFrameHeader(bytes, at);
    if (!header || header.kind !== first?.kind) return false;
    at += header.length;
    // A short file may end before its third frame; it has to start and end exactly with a frame then.
    if (at === bytes.length) return mayBeShort;
  }
  return true;
}

/** How many bytes it takes to tell whether frames follow each other from `from` on; undefined where there are enough. */
export function bytesToFindFrames(bytes: Uint8Array, from: number): number | undefined {
  let at = from;
  let kind: number | undefined;
  for (let count = 0; count < chainLength; count++) {
    if (at + 4 > bytes.length) return at + 4;
    const header = parseFrameHeader(bytes, at);
    kind ??= header?.kind;
    if (!header || header.kind !== kind) return undefined;
    at += header.length;
  }
  // They must not end with the bytes.
  return at === bytes.length ? at + 1 : undefined;
}
