import { oggChecksum } from './checksum.ts';

/** One page of an Ogg file whose checksum is right. */
export interface OggPage {
  readonly serial: number;
  /** The position of the last packet that ends here, or -1 when none does. */
  readonly granule: number;
  readonly continued: boolean;
  readonly first: boolean;
  readonly last: boolean;
  /** The lengths of the page's pieces; one of 255 bytes goes on in the next. */
  readonly lacing: Uint8Array;
  readonly body: Uint8Array;
}

const capture = 0x4f676753;
const headerBytes = 27;

function parsePage(
  bytes: Uint8Array,
  view: DataView,
  at: number,
): { page: OggPage; end: number } | undefined {
  if (at + headerBytes > bytes.length || view.getUint32(at) !== capture || bytes[at + 4] !== 0)
    return undefined;
  const lacingStart = at + headerBytes;
  const bodyStart = lacingStart + bytes[at + 26]!;
  if (bodyStart > bytes.length) return undefined;
  const lacing = bytes.subarray(lacingStart, bodyStart);
  const end = bodyStart + lacing.reduce((sum, length) => sum + length, 0);
  if (end > bytes.length || oggChecksum(bytes, at, end) !== view.getUint32(at + 22, true)) return undefined;
  const flags = bytes[at + 5]!;
  const page = {
    serial: view.getUint32(at + 14, true),
    granule: Number(view.getBigInt64(at + 6, true)),
    continued: (flags & 1) !== 0,
    first: (flags & 2) !== 0,
    last: (flags & 4) !== 0,
    lacing,
    body: bytes.subarray(bodyStart, end),
  };
  return { page, end };
}

/**
 * The pages of an Ogg file. What is damaged, cut off or no page at all is passed over: decoders only ever see
 * bytes whose checksum is right.
 */
export function* oggPages(bytes: Uint8Array): Generator<OggPage> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let at = 0; at !== -1 && at < bytes.length; ) {
    const parsed = parsePage(bytes, view, at);
    if (parsed) {
      yield parsed.page;
      at = parsed.end;
    } else at = findCapture(bytes, view, at + 1);
  }
}

function findCapture(bytes: Uint8Array, view: DataView, from: number): number {
  for (let at = bytes.indexOf(0x4f, from); at !== -1; at = bytes.indexOf(0x4f, at + 1)) {
    if (at + 4 > bytes.length) return -1;
    if (view.getUint32(at) === capture) return at;
  }
  return -1;
}
