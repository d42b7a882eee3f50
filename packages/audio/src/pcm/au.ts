import { malformed, unsupported } from '../errors.ts';
import { type AudioSink, type Codec, checkFormat, type Work } from '../stream.ts';
import { decodeInterleaved } from './interleaved.ts';
import { type SampleReader, sampleReaders } from './sample-readers.ts';

/** Magic, offset of the data, its length, encoding, rate and channels: six big-endian numbers, then a comment. */
const headerBytes = 24;
/** What a writer leaves as the length that did not know it. */
const lengthUnknown = 0xffff_ffff;

/** By the number of the encoding in the header; the others are compressed or meant for signal processors. */
const encodings: ReadonlyMap<number, { codec: Codec; reader: SampleReader }> = new Map([
  [1, { codec: 'ulaw', reader: sampleReaders.ulaw }],
  [2, { codec: 'pcm', reader: sampleReaders.signed8 }],
  [3, { codec: 'pcm', reader: sampleReaders.signed16Big }],
  [4, { codec: 'pcm', reader: sampleReaders.signed24Big }],
  [5, { codec: 'pcm', reader: sampleReaders.signed32Big }],
  [6, { codec: 'float', reader: sampleReaders.float32Big }],
  [7, { codec: 'float', reader: sampleReaders.float64Big }],
  [27, { codec: 'alaw', reader: sampleReaders.alaw }],
]);

/** An AU file, the form with a header of what `audio/basic` is without one. */
export async function* decodeAu(bytes: Uint8Array, sink: AudioSink): Work {
  if (bytes.length < headerBytes)
    throw malformed(`the AU file ends within its header of ${headerBytes} bytes`);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const [start, length, encoding, rate, channels] = [4, 8, 12, 16, 20].map((at) => view.getUint32(at)) as [
    number,
    number,
    number,
    number,
    number,
  ];
  if (start < headerBytes) throw malformed(`the AU file has its data at byte ${start}, within its header`);
  const format = encodings.get(encoding);
  if (!format) throw unsupported(`AU encoding ${encoding} is not supported`);
  const { codec, reader } = format;
  checkFormat({ codec, rate, channels });
  sink.begin({ codec, rate, channels });
  const end = length === lengthUnknown ? bytes.length : start + length;
  yield* decodeInterleaved(
    bytes.subarray(start, end),
    { reader, channels, stride: reader.bytes * channels },
    sink,
  );
}
