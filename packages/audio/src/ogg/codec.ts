import { type OggPage, oggPages } from './pages.ts';

export type OggCodec = 'opus' | 'vorbis' | 'flac';

/** Enough streams for any file of audio beside video, subtitles and an index. */
const mostStreams = 16;

const startsWith = (body: Uint8Array, text: string) =>
  body.length >= text.length && [...Buffer.from(text, 'latin1')].every((byte, i) => body[i] === byte);

/** The codec a stream's first page names, if it is one of ours. */
export function codecOf(page: OggPage): OggCodec | undefined {
  if (startsWith(page.body, 'OpusHead')) return 'opus';
  if (startsWith(page.body, '\x01vorbis')) return 'vorbis';
  if (startsWith(page.body, '\x7fFLAC')) return 'flac';
  return undefined;
}

/** The codec of the first audio stream among the streams that begin at the start of the file. */
export function findOggCodec(bytes: Uint8Array): OggCodec | undefined {
  let seen = 0;
  for (const page of oggPages(bytes)) {
    if (!page.first || seen++ > mostStreams) return undefined;
    const codec = codecOf(page);
    if (codec) return codec;
  }
  return undefined;
}
