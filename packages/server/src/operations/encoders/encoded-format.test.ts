import { createEncoder } from '@locutor/audio';
import { describe, expect, it } from 'vitest';
import { encoderCatalog } from './catalog.ts';
import { formatOf, mediaTypeOf } from './encoded-format.ts';

const catalogs = ['A', 'B', 'C'] as const;
const named = (name: string) =>
  formatOf(catalogs.flatMap(encoderCatalog).find((entry) => entry.name === name)!);

describe('the format of a catalog entry', () => {
  it('has the bit rate that the name has', () => {
    expect(named('mp3/22k/24kbps/mono')).toEqual({
      codec: 'mp3',
      sampleRate: 22_050,
      bitsPerSample: 16,
      channels: 1,
      kbps: 24,
    });
  });

  it('has no bit rate where the name has none', () => {
    expect(named('alaw/16000/8/2')).toEqual({
      codec: 'alaw',
      sampleRate: 16_000,
      bitsPerSample: 8,
      channels: 2,
      kbps: undefined,
    });
  });

  it.each(catalogs.flatMap(encoderCatalog))('$name has an encoder', async (entry) => {
    const encoder = await createEncoder(formatOf(entry));
    encoder.free();
  });
});

describe('the media type of a format', () => {
  it.each([
    ['wav/16k/256kbps/mono', 'audio/wav', 'wav'],
    ['flac/16k/24kbps/mono', 'audio/flac', 'flac'],
    ['mp3/16k/24kbps/mono', 'audio/mpeg', 'mp3'],
    ['mp2/16k/24kbps/mono', 'audio/mpeg', 'mp2'],
    ['opus/8k/12kbps/mono', 'audio/ogg; codecs=opus', 'opus'],
    ['pcm/16k/256kbps/mono', 'audio/raw; rate=16000; encoding=pcm', 'pcm'],
    ['pcm/8k/128kbps/stereo', 'audio/raw; rate=8000; encoding=pcm; channels=2', 'pcm'],
    ['pcm/8000/8/1', 'audio/raw; rate=8000; encoding=pcm; bits=8', 'pcm'],
    ['alaw/8000/8/2', 'audio/raw; rate=8000; encoding=alaw; channels=2', 'alaw'],
  ])('%s is %s', (name, type, extension) => {
    expect(mediaTypeOf(named(name))).toEqual({ type, extension });
  });
});
