import { alawTable, ulawTable } from './g711.ts';

/** Reads one sample at a byte offset as a float of ±1. */
type ReadSample = (view: DataView, at: number) => number;

export interface SampleReader {
  readonly bytes: number;
  readonly read: ReadSample;
}

const reader = (bytes: number, read: ReadSample): SampleReader => ({ bytes, read });

export const sampleReaders = {
  unsigned8: reader(1, (view, at) => (view.getUint8(at) - 128) / 128),
  signed16: reader(2, (view, at) => view.getInt16(at, true) / 32_768),
  signed24: reader(3, (view, at) => ((view.getInt8(at + 2) << 16) | view.getUint16(at, true)) / 8_388_608),
  signed32: reader(4, (view, at) => view.getInt32(at, true) / 2_147_483_648),
  float32: reader(4, (view, at) => view.getFloat32(at, true)),
  float64: reader(8, (view, at) => view.getFloat64(at, true)),
  alaw: reader(1, (view, at) => alawTable[view.getUint8(at)]!),
  ulaw: reader(1, (view, at) => ulawTable[view.getUint8(at)]!),
};
