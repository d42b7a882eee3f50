import { oggChecksum } from './checksum.ts';

/** One page of an Ogg file whose checksum is right. */
export interface OggPage {
  readonly serial: number;
  readonly sequence: number;
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

interface PageBounds {
  readonly body: number;
  readonly end: number;
}

/** Where the page at `at` would lie, if one starts there and the file does not end within it. */
function boundsAt(bytes: Uint8Array, view: DataView, at: number): PageBounds | undefined {
  if (at + headerBytes > bytes.length || view.getUint32(at) !== capture || bytes[at + 4] !== 0)
    return undefined;
  const body = at + headerBytes + bytes[at + 26]!;
  if (body > bytes.length) return undefined;
  let end = body;
  for (let lacing = at + headerBytes; lacing < body; lacing++) end += bytes[lacing]!;
  return end <= bytes.length ? { body, end } : undefined;
}

function readPage(bytes: Uint8Array, view: DataView, at: number, { body, end }: PageBounds): OggPage {
  const flags = bytes[at + 5]!;
  return {
    serial: view.getUint32(at + 14, true),
    sequence: view.getUint32(at + 18, true),
    granule: Number(view.getBigInt64(at + 6, true)),
    continued: (flags & 1) !== 0,
    first: (flags & 2) !== 0,
    last: (flags & 4) !== 0,
    lacing: bytes.subarray(at + headerBytes, body),
    body: bytes.subarray(body, end),
  };
}

/**
 * How often damaged bytes may be gone over for checksums. Pages may seem to lie within pages, and a file made
 * of such would otherwise cost its length squared.
 */
const patience = 4;

/**
 * The pages of an Ogg file. What is damaged, cut off or no page at all is skipped: decoders only ever see
 * bytes whose checksum is right.
 */
export function* oggPages(bytes: Uint8Array): Generator<OggPage> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let wasted = 0;
  for (let at = 0; at !== -1 && at < bytes.length; ) {
    const bounds = boundsAt(bytes, view, at);
    if (bounds && oggChecksum(bytes, at, bounds.end) === view.getUint32(at + 22, true)) {
      yield readPage(bytes, view, at, bounds);
      at = bounds.end;
      continue;
    }
    if (bounds) wasted += bounds.end - at;
    if (wasted > patience * bytes.length) return;
    at = findCapture(bytes, at + 1);
  }
}

function findCapture(bytes: Uint8Array, from: number): number {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).indexOf('OggS', from, 'latin1');
}

/** The page the file ends with, if its last page is whole; its checksum is not verified. */
export function lastPage(bytes: Uint8Array): OggPage | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const at = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).lastIndexOf(
    'OggS',
    undefined,
    'latin1',
  );
  const bounds = at === -1 ? undefined : boundsAt(bytes, view, at);
  return bounds && readPage(bytes, view, at, bounds);
}
