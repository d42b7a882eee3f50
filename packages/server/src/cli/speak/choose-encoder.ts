import { extname } from 'node:path';
import type { EncoderInfo } from '../../operations/encoders/catalog.ts';
import { formatOf } from '../../operations/encoders/encoded-format.ts';
import { UsageError } from '../usage-error.ts';

/** Codecs by the endings of files. */
const CODECS: Readonly<Record<string, string>> = {
  ...{ wav: 'wav', wave: 'wav', flac: 'flac', mp3: 'mp3', mp2: 'mp2' },
  ...{ opus: 'opus', ogg: 'opus', oga: 'opus', pcm: 'pcm', raw: 'pcm', alaw: 'alaw', al: 'alaw' },
};

/** The codec that the ending of a file asks for; undefined where it asks for none that is known. */
export function codecOf(file: string): string | undefined {
  return CODECS[extname(file).slice(1).toLowerCase()];
}

/** The best mono encoder of a codec: the highest rate, and there the most bits. */
export function bestEncoder(codec: string, encoders: readonly EncoderInfo[]): string {
  const fitting = encoders.filter((each) => each.codec === codec && each.channels === 1).map(withFormat);
  const [best] = fitting.sort((a, b) => b.format.sampleRate - a.format.sampleRate || bitsOf(b) - bitsOf(a));
  if (best) return best.name;
  const codecs = [...new Set(encoders.map((each) => each.codec))].join(', ');
  throw new UsageError(`there is no encoder for ${codec}, only for ${codecs}`);
}

const withFormat = (entry: EncoderInfo) => ({ name: entry.name, format: formatOf(entry) });

function bitsOf({ format: { kbps = 0, bitsPerSample } }: ReturnType<typeof withFormat>): number {
  return kbps || bitsPerSample;
}
