/** The Matroska elements that lead to audio packets, by their EBML ids. */
export const ids = {
  ebml: 0x1a45dfa3,
  segment: 0x18538067,
  tracks: 0x1654ae6b,
  trackEntry: 0xae,
  trackNumber: 0xd7,
  codecId: 0x86,
  codecPrivate: 0x63a2,
  contentEncodings: 0x6d80,
  cluster: 0x1f43b675,
  simpleBlock: 0xa3,
  blockGroup: 0xa0,
  block: 0xa1,
  discardPadding: 0x75a2,
} as const;

/** These are only opened; what is in them comes next. So nothing nests, and an unknown length needs no care. */
const opened: ReadonlySet<number> = new Set([
  ids.segment,
  ids.tracks,
  ids.trackEntry,
  ids.cluster,
  ids.blockGroup,
]);

/** A few milliseconds of the smallest elements: 600,000 of them took 0.7 s without a pause. */
export const elementsPerPause = 4096;

export interface Element {
  readonly id: number;
  readonly data: Uint8Array;
}

/** A number whose first byte tells its length by its leading zeros; `marked` keeps the length bit, as ids do. */
export function readNumber(
  bytes: Uint8Array,
  at: number,
  marked: boolean,
): { value: number; end: number } | undefined {
  const first = bytes[at];
  if (first === undefined || first === 0) return undefined;
  const length = Math.clz32(first) - 23;
  if (at + length > bytes.length) return undefined;
  let value = marked ? first : first & (0xff >> length);
  for (let i = 1; i < length; i++) value = value * 256 + bytes[at + i]!;
  return { value, end: at + length };
}

const clusterMark = Buffer.from([0x1f, 0x43, 0xb6, 0x75]);

/** All elements in order, those that hold others first and empty. After damage it goes on at the next cluster. */
export function* elements(bytes: Uint8Array): Generator<Element> {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let at = 0; at < bytes.length; ) {
    const id = readNumber(bytes, at, true);
    const size = id && id.value <= 0xffff_ffff ? readNumber(bytes, id.end, false) : undefined;
    if (!id || !size) {
      at = buffer.indexOf(clusterMark, at + 1);
      if (at === -1) return;
      continue;
    }
    if (opened.has(id.value)) {
      yield { id: id.value, data: bytes.subarray(size.end, size.end) };
      at = size.end;
    } else {
      const end = Math.min(bytes.length, size.end + size.value);
      yield { id: id.value, data: bytes.subarray(size.end, end) };
      at = end;
    }
  }
}
