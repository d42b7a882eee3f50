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

const expand = (law: (code: number) => number) =>
  Float32Array.from({ length: 256 }, (_, code) => law(code) / 32_768);

export const alawTable = expand(expandAlaw);
export const ulawTable = expand(expandUlaw);
