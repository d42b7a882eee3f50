import type { EncodedFormat } from '@locutor/audio';
import type { EncoderInfo } from './catalog.ts';

/** What an encoder of a catalog produces; the bit rate stands in names such as `mp3/16k/24kbps/mono`. */
export function formatOf({ name, codec, sampleRate, bitsPerSample, channels }: EncoderInfo): EncodedFormat {
  const kbps = /\/(\d+)kbps\//.exec(name)?.[1];
  return {
    codec: codec as EncodedFormat['codec'],
    sampleRate: Number(sampleRate),
    bitsPerSample: bitsPerSample as EncodedFormat['bitsPerSample'],
    channels: channels as EncodedFormat['channels'],
    kbps: kbps === undefined ? undefined : Number(kbps),
  };
}

export interface MediaTypeOfAudio {
  readonly type: string;
  readonly extension: string;
}

const withHeader: Readonly<Partial<Record<EncodedFormat['codec'], MediaTypeOfAudio>>> = {
  wav: { type: 'audio/wav', extension: 'wav' },
  flac: { type: 'audio/flac', extension: 'flac' },
  mp3: { type: 'audio/mpeg', extension: 'mp3' },
  mp2: { type: 'audio/mpeg', extension: 'mp2' },
  opus: { type: 'audio/ogg; codecs=opus', extension: 'opus' },
};

/** Audio without a header is described as RECOGNIZE takes it: `audio/raw; rate=8000; encoding=alaw`. */
export function mediaTypeOf(format: EncodedFormat): MediaTypeOfAudio {
  const { codec, sampleRate, bitsPerSample, channels } = format;
  const known = withHeader[codec];
  if (known) return known;
  const parameters = [`rate=${sampleRate}`, `encoding=${codec}`];
  if (channels === 2) parameters.push('channels=2');
  if (codec === 'pcm' && bitsPerSample === 8) parameters.push('bits=8');
  return { type: ['audio/raw', ...parameters].join('; '), extension: codec };
}
