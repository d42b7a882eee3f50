import type { BitReader } from './bit-reader.ts';
import { restore } from './prediction.ts';

const fixedCoefficients = [[], [1], [2, -1], [3, -3, 1], [4, -6, 4, -1]] as const;

/**
 * One channel of one frame into `output`, one of `channelSamples`. False when the bits make no subframe. The caller checks afterwards
 * that the reader has not overrun.
 */
export function readSubframe(reader: BitReader, bits: number, size: number, output: Int32Array): boolean {
  const head = reader.unsigned(8);
  if (head & 0x80) return false;
  const wasted = head & 1 ? reader.unary() + 1 : 0;
  const depth = bits - wasted;
  if (depth < 1) return false;
  if (!readSamples(reader, (head >> 1) & 63, depth, size, output)) return false;
  if (wasted > 0) for (let i = 0; i < size; i++) output[i]! <<= wasted;
  return true;
}

function readSamples(
  reader: BitReader,
  type: number,
  depth: number,
  size: number,
  output: Int32Array,
): boolean {
  if (type === 0) {
    output.fill(reader.signed(depth), 0, size);
    return true;
  }
  if (type === 1) {
    for (let i = 0; i < size; i++) output[i] = reader.signed(depth);
    return true;
  }
  const fixed = fixedCoefficients[type - 8];
  if (fixed && type >= 8) {
    if (!readPredicted(reader, fixed.length, depth, size, output)) return false;
    if (!readResidual(reader, fixed.length, size, output)) return false;
    restore(output, size, fixed, 0, depth + 4);
    return true;
  }
  if (type < 32) return false;
  const order = type - 31;
  if (!readPredicted(reader, order, depth, size, output)) return false;
  const precision = reader.unsigned(4) + 1;
  const shift = reader.signed(5);
  if (precision === 16 || shift < 0) return false;
  const coefficients = Array.from({ length: order }, () => reader.signed(precision));
  const width = depth + precision + Math.ceil(Math.log2(order));
  if (!readResidual(reader, order, size, output)) return false;
  restore(output, size, coefficients, shift, width);
  return true;
}

/** The samples in front that the prediction starts from. */
function readPredicted(
  reader: BitReader,
  order: number,
  depth: number,
  size: number,
  output: Int32Array,
): boolean {
  if (order > size) return false;
  for (let i = 0; i < order; i++) output[i] = reader.signed(depth);
  return !reader.overrun;
}

function readResidual(reader: BitReader, order: number, size: number, output: Int32Array): boolean {
  const method = reader.unsigned(2);
  if (method > 1) return false;
  const parameterBits = method === 0 ? 4 : 5;
  const plain = (1 << parameterBits) - 1;
  const partitions = 1 << reader.unsigned(4);
  const perPartition = size / partitions;
  if (!Number.isInteger(perPartition) || perPartition < order) return false;
  for (let partition = 0; partition < partitions; partition++) {
    const from = partition === 0 ? order : partition * perPartition;
    const to = (partition + 1) * perPartition;
    const parameter = reader.unsigned(parameterBits);
    if (parameter === plain) {
      const width = reader.unsigned(5);
      if (width > 25) return false;
      if (width === 0) output.fill(0, from, to);
      else for (let i = from; i < to; i++) output[i] = reader.signed(width);
    } else readRice(reader, parameter, from, to, output);
    if (reader.overrun) return false;
  }
  return true;
}

/** Nearly all of the time goes here, so a residual whose bits fit one window is read from it in one go. */
function readRice(reader: BitReader, parameter: number, from: number, to: number, output: Int32Array): void {
  const { bytes } = reader;
  const whole = bytes.length - 4;
  const longest = 24 - parameter;
  let position = reader.position;
  for (let i = from; i < to; i++) {
    const at = position >> 3;
    let value: number;
    let quotient = 25;
    let window = 0;
    if (at <= whole) {
      window =
        ((bytes[at]! << 24) | (bytes[at + 1]! << 16) | (bytes[at + 2]! << 8) | bytes[at + 3]!) <<
        (position & 7);
      quotient = Math.clz32(window);
    }
    if (quotient <= longest) {
      const tail = parameter === 0 ? 0 : (window << (quotient + 1)) >>> (32 - parameter);
      value = (quotient << parameter) | tail;
      position += quotient + 1 + parameter;
    } else {
      reader.position = position;
      value = (reader.unary() << parameter) | wide(reader, parameter);
      position = reader.position;
      if (reader.overrun) return;
    }
    output[i] = (value >>> 1) ^ -(value & 1);
  }
  reader.position = position;
}

/** Up to 30 bits. */
function wide(reader: BitReader, count: number): number {
  if (count <= 25) return reader.unsigned(count);
  const high = reader.unsigned(count - 15);
  return (high << 15) | reader.unsigned(15);
}
