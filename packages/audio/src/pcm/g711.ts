/** ITU-T G.711: both laws as tables of 256 floats, the 16-bit values of the standard over 32768. */

function expandAlaw(code: number): number {
  const bits = code ^ 0x55;
  const exponent = (bits >> 4) & 7;
  const mantissa = ((bits & 15) << 4) + 8;
  const magnitude = exponent === 0 ? mantissa : (mantissa + 0x100) << (exponent - 1);
  return bits & 0x80 ? magnitude : -magnitude;
}

function expandUlaw(code: number): number {
  const bits = ~code & 0xff;
  const magnitude = ((((bits & 15) << 3) + 0x84) << ((bits >> 4) & 7)) - 0x84;
  return bits & 0x80 ? -magnitude : magnitude;
}

/** The A-law code of an integer of 16 bits: sign, segment and four bits of the place in it, every other bit inverted. */
export function compressAlaw(sample: number): number {
  const magnitude = sample < 0 ? ~sample : sample;
  const segment = magnitude < 256 ? 0 : 24 - Math.clz32(magnitude);
  const place = (magnitude >> (segment === 0 ? 4 : segment + 3)) & 15;
  return ((sample < 0 ? 0 : 0x80) | (segment << 4) | place) ^ 0x55;
}

const expand = (law: (code: number) => number) =>
  Float32Array.from({ length: 256 }, (_, code) => law(code) / 32_768);

export const alawTable = expand(expandAlaw);
export const ulawTable = expand(expandUlaw);
