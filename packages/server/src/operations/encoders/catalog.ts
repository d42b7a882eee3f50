/** One encoder of the synthesis component. */
export interface EncoderInfo {
  readonly name: string;
  readonly codec: string;
  readonly sampleRate: string | number;
  readonly bitsPerSample: number;
  readonly channels: number;
}

export type CatalogName = 'A' | 'B' | 'C';

/**
 * The catalogs as compact tables: every combination of a row's columns is an encoder, leftmost column slowest.
 * A and B: codec, rates, kilobits per second, channel layouts. C: codec, rates, bits per sample, channels.
 */
const TABLES: Readonly<Record<CatalogName, string>> = {
  A: `
    flac  16k,22k      24,32,64     mono
    flac  8k           12,16,32     mono
    mp2   16k,22k      24,32,64     mono
    mp3   16k,22k      24,32,64     mono
    mp3   8k           12,16,32     mono
    pcm   16k          256,512      mono,stereo
    pcm   22k          352          mono,stereo
    pcm   8k           128,256      mono,stereo
    wav   16k,22k      256,352      mono,stereo
    wav   8k           128          mono,stereo`,
  B: `
    flac  16k,22k,24k  16,24,32     mono
    mp3   16k,22k,24k  16,24,32,64  mono
    opus  8k,16k,24k   12,16,24,32  mono
    pcm   8k           128          mono
    pcm   16k          256          mono
    pcm   22k          352          mono
    pcm   24k          384          mono
    wav   8k           128          mono
    wav   16k          256          mono
    wav   22k          352          mono
    wav   24k          384          mono`,
  C: `
    alaw  8000,16000   8            1,2
    wav   8000         8,16         1,2
    wav   16000        16           1,2
    pcm   8000         8,16         1,2
    pcm   16000        16           1,2`,
};

const RATES: Readonly<Record<string, string>> = {
  '8k': '8000',
  '16k': '16000',
  '22k': '22050',
  '24k': '24000',
};
const CHANNELS: Readonly<Record<string, number>> = { mono: 1, stereo: 2 };

export function encoderCatalog(catalog: CatalogName): EncoderInfo[] {
  const build = catalog === 'C' ? plainEncoder : bitrateEncoder;
  return TABLES[catalog]
    .trim()
    .split('\n')
    .flatMap((row) => combinations(row).map(build));
}

/** `pcm 8k 128,256 mono` → [[pcm, 8k, 128, mono], [pcm, 8k, 256, mono]] */
function combinations(row: string): string[][] {
  const columns = row
    .trim()
    .split(/\s+/)
    .map((column) => column.split(','));
  return columns.reduce<string[][]>(
    (heads, column) => heads.flatMap((head) => column.map((cell) => [...head, cell])),
    [[]],
  );
}

function bitrateEncoder([codec, rate, kilobits, layout]: string[]): EncoderInfo {
  return {
    name: `${codec}/${rate}/${kilobits}kbps/${layout}`,
    codec: codec!,
    sampleRate: RATES[rate!]!,
    bitsPerSample: 16,
    channels: CHANNELS[layout!]!,
  };
}

function plainEncoder([codec, rate, bits, channels]: string[]): EncoderInfo {
  return {
    name: `${codec}/${rate}/${bits}/${channels}`,
    codec: codec!,
    sampleRate: Number(rate),
    bitsPerSample: Number(bits),
    channels: Number(channels),
  };
}
