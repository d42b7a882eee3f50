const mostTags = 16;

function isTag(bytes: Uint8Array, at: number): boolean {
  const start =
    at + 10 <= bytes.length && bytes[at] === 0x49 && bytes[at + 1] === 0x44 && bytes[at + 2] === 0x33;
  return start && bytes.subarray(at + 6, at + 10).every((byte) => byte < 0x80);
}

/**
 * The offset behind all ID3v2 tags at the start. Some writers put a tag in front of an older tag, so it repeats;
 * a tag that claims to be longer than the file is the file's end.
 */
export function skipId3(bytes: Uint8Array): number {
  let at = 0;
  for (let tags = 0; tags < mostTags && isTag(bytes, at); tags++) {
    const footer = bytes[at + 5]! & 0x10 ? 10 : 0;
    const size = bytes.subarray(at + 6, at + 10).reduce((sum, byte) => sum * 128 + byte, 0);
    at += 10 + size + footer;
  }
  return Math.min(at, bytes.length);
}
