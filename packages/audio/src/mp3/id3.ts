const mostTags = 16;
/** Of a tag, in bytes. */
export const id3Header = 10;

function isTag(bytes: Uint8Array, at: number): boolean {
  const start =
    at + id3Header <= bytes.length && bytes[at] === 0x49 && bytes[at + 1] === 0x44 && bytes[at + 2] === 0x33;
  return start && bytes.subarray(at + 6, at + 10).every((byte) => byte < 0x80);
}

/**
 * The offset behind all ID3v2 tags at the start, which may be behind the end of the bytes. Some writers put a tag in front
 * of an older tag, so it repeats.
 */
export function id3End(bytes: Uint8Array): number {
  let at = 0;
  for (let tags = 0; tags < mostTags && isTag(bytes, at); tags++) {
    const footer = bytes[at + 5]! & 0x10 ? 10 : 0;
    const size = bytes.subarray(at + 6, at + 10).reduce((sum, byte) => sum * 128 + byte, 0);
    at += id3Header + size + footer;
  }
  return at;
}

/** The same of a whole file: a tag that claims to be longer is the file's end. */
export function skipId3(bytes: Uint8Array): number {
  return Math.min(id3End(bytes), bytes.length);
}
