import { malformed, unsupported } from '../errors.ts';
import { type AudioSink, type Codec, checkFormat, type Work } from '../stream.ts';
import { gsmWavBlockBytes } from './gsm.ts';
import { decodeInterleaved } from './interleaved.ts';
import { decodeGsm } from './raw.ts';
import { type SampleReader, sampleReaders } from './sample-readers.ts';

const tags = { pcm: 0x0001, float: 0x0003, alaw: 0x0006, ulaw: 0x0007, gsm: 0x0031, extensible: 0xfffe };

/** The tail of every sub-format GUID that stands for an ordinary format tag. */
const extensibleTail = [0x00, 0x00, 0x00, 0x00, 0x10, 0x00, 0x80, 0x00, 0x00, 0xaa, 0x00, 0x38, 0x9b, 0x71];

interface WavFormat {
  readonly codec: Codec;
  readonly rate: number;
  readonly channels: number;
  /** Bytes from one sample of a channel to its next. */
  readonly stride: number;
  readonly reader: SampleReader | undefined;
}

/** Chunk names, as the numbers their four letters make. */
const ids = { fmt: 0x666d7420, data: 0x64617461, ds64: 0x64733634 };

interface Chunk {
  readonly id: number;
  readonly start: number;
  /** The length its header gives; the file may end sooner. */
  readonly length: number;
}

function* chunks(view: DataView, from = 12): Generator<Chunk> {
  for (let at = from; at + 8 <= view.byteLength; ) {
    const length = view.getUint32(at + 4, true);
    yield { id: view.getUint32(at), start: at + 8, length };
    at += 8 + length + (length & 1);
  }
}

function readerFor(codec: Codec, bits: number): SampleReader | undefined {
  if (codec === 'alaw') return sampleReaders.alaw;
  if (codec === 'ulaw') return sampleReaders.ulaw;
  if (codec === 'float') return { 32: sampleReaders.float32, 64: sampleReaders.float64 }[bits];
  return {
    8: sampleReaders.unsigned8,
    16: sampleReaders.signed16,
    24: sampleReaders.signed24,
    32: sampleReaders.signed32,
  }[bits];
}

function codecFor(tag: number): Codec {
  switch (tag) {
    case tags.pcm:
      return 'pcm';
    case tags.float:
      return 'float';
    case tags.alaw:
      return 'alaw';
    case tags.ulaw:
      return 'ulaw';
    case tags.gsm:
      return 'gsm';
    default:
      throw unsupported(`WAV format tag 0x${tag.toString(16).padStart(4, '0')} is not supported`);
  }
}

/**
 * Samples of, say, 20 bits lie in containers of whole bytes; the block size tells which, unless it is too small
 * to be true: some writers leave it at 0 or 1.
 */
function containerBits(bits: number, blockBytesPerChannel: number): number {
  const container = 8 * Math.floor(blockBytesPerChannel);
  return container >= bits ? container : 8 * Math.ceil(bits / 8);
}

function parseFormat(view: DataView, chunk: Chunk): WavFormat {
  const start = chunk.start;
  const length = Math.min(chunk.length, view.byteLength - start);
  if (length < 16) throw malformed(`the WAV fmt chunk has ${length} bytes, at least 16 are needed`);
  let tag = view.getUint16(start, true);
  if (tag === tags.extensible) {
    const hasGuid = length >= 40;
    if (!hasGuid || extensibleTail.some((byte, i) => view.getUint8(start + 26 + i) !== byte)) {
      throw unsupported('the WAV file names an extensible format that is none of the known ones');
    }
    tag = view.getUint16(start + 24, true);
  }
  const codec = codecFor(tag);
  const channels = view.getUint16(start + 2, true);
  const rate = view.getUint32(start + 4, true);
  const blockBytes = view.getUint16(start + 12, true);
  checkFormat({ codec, rate, channels });
  if (codec === 'gsm') {
    if (channels !== 1 || blockBytes !== gsmWavBlockBytes) {
      throw unsupported(`WAV GSM with ${channels} channels in blocks of ${blockBytes}; 1 in 65 is supported`);
    }
    return { codec, rate, channels, stride: blockBytes, reader: undefined };
  }
  const said = view.getUint16(start + 14, true);
  const bits = codec === 'pcm' ? containerBits(said, blockBytes / channels) : said;
  const reader = readerFor(codec, bits);
  if (!reader) throw unsupported(`WAV ${codec} with ${bits} bits per sample is not supported`);
  return { codec, rate, channels, stride: Math.max(blockBytes, reader.bytes * channels), reader };
}

/** A length of all ones is what a writer leaves that could not seek back, or that keeps the real one in ds64. */
const lengthElsewhere = 0xffff_ffff;

/** Whether named chunks, and nothing else, fill the file from `start` to its end. */
function onlyChunks(view: DataView, start: number): boolean {
  let end = start;
  for (const { id, start: body, length } of chunks(view, start)) {
    const named = [id >>> 24, (id >> 16) & 255, (id >> 8) & 255, id & 255].every((c) => c >= 32 && c < 127);
    if (!named) return false;
    end = body + length + (length & 1);
  }
  // The last chunk may lack the byte that makes its length even.
  return end === view.byteLength || end - 1 === view.byteLength;
}

/** The bytes of a data chunk, and whether the next chunk follows them. */
interface DataExtent {
  readonly length: number;
  readonly last: boolean;
}

function dataExtent(view: DataView, data: Chunk, ds64: Chunk | undefined, emptyBefore: boolean): DataExtent {
  const rest = view.byteLength - data.start;
  if (data.length === lengthElsewhere) {
    const known = ds64 && ds64.length >= 16 && ds64.start + 16 <= view.byteLength;
    const length = known ? Number(view.getBigUint64(ds64.start + 8, true)) : 0;
    return { length: length > 0 ? Math.min(length, rest) : rest, last: true };
  }
  if (data.length > 0 || emptyBefore) return { length: Math.min(data.length, rest), last: false };
  // No length is another mark of a writer that could not seek back, unless all that follows is accounted for.
  const empty = view.getUint32(4, true) === view.byteLength - 8 && onlyChunks(view, data.start);
  return empty ? { length: 0, last: false } : { length: rest, last: true };
}

/** A few milliseconds of the smallest chunks. */
const chunksPerPause = 4096;

/**
 * Where audio lies in several data chunks, all of it is decoded. Other programs differ: ffmpeg takes all from a pipe
 * and the last from a file, sox takes the first.
 */
export async function* decodeWav(bytes: Uint8Array, sink: AudioSink): Work {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let format: WavFormat | undefined;
  let begun: WavFormat | undefined;
  let ds64: Chunk | undefined;
  let empty = false;
  let seen = 0;
  for (const chunk of chunks(view)) {
    if (++seen % chunksPerPause === 0) yield;
    if (sink.full) return;
    if (chunk.id === ids.fmt) format = parseFormat(view, chunk);
    if (chunk.id === ids.ds64) ds64 = chunk;
    if (chunk.id !== ids.data) continue;
    if (!format) throw malformed('the WAV file has its data before its format');
    if (begun !== format) sink.begin(format);
    begun = format;
    const { length, last } = dataExtent(view, chunk, ds64, empty);
    empty ||= length === 0;
    const data = bytes.subarray(chunk.start, chunk.start + length);
    const { reader, channels, stride } = format;
    if (reader) yield* decodeInterleaved(data, { reader, channels, stride }, sink);
    else yield* decodeGsm(data, 'wav-blocks', sink);
    if (last) return;
  }
  if (!format) throw malformed('the WAV file has no fmt chunk');
  if (!begun) throw malformed('the WAV file has no data chunk');
}

/** Where the samples of a WAV file lie, for who passes on a part of them. */
export interface WavData {
  /** Of the first sample. */
  readonly start: number;
  /** The chunk that says what they are. */
  readonly format: Uint8Array;
  /** Bytes from one sample of a channel to its next. */
  readonly stride: number;
  readonly rate: number;
  /** Bytes by the header's account; undefined where its writer did not know. */
  readonly length: number | undefined;
}

/** Undefined for files whose samples cannot be taken out of the middle, or that keep their length elsewhere. */
export function wavData(bytes: Uint8Array): WavData | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let parsed: WavFormat | undefined;
  let format: Uint8Array = new Uint8Array();
  for (const { id, start, length } of chunks(view)) {
    if (id === ids.ds64) return undefined;
    if (id === ids.fmt) {
      parsed = parseFormat(view, { id, start, length });
      format = bytes.subarray(start - 8, start + length + (length & 1));
    }
    if (id !== ids.data) continue;
    if (!parsed?.reader) return undefined;
    const known = length > 0 && length !== lengthElsewhere;
    return { start, format, stride: parsed.stride, rate: parsed.rate, length: known ? length : undefined };
  }
  return undefined;
}

/** Where the samples begin; where the bytes do not reach that far, how many it takes to find the next chunk. */
export function wavDataStart(bytes: Uint8Array): number {
  let next = 12;
  for (const { id, start, length } of chunks(
    new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength),
  )) {
    if (id === ids.data) return start;
    next = start + length + (length & 1);
  }
  return next + 8;
}

/**
 * The header of a WAV file in front of samples, of which there are `length` bytes (default: as many as follow). It has no
 * other chunks: they may be long.
 */
export function wavHeader(bytes: Uint8Array, { format }: WavData, length = lengthElsewhere): Uint8Array {
  const header = Buffer.concat([bytes.subarray(0, 12), format, Buffer.from('data\0\0\0\0', 'latin1')]);
  header.writeUInt32LE(length, header.length - 4);
  return header;
}
