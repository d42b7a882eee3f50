import { describe, expect, test } from 'vitest';
import { headeredFixtures, readFixture } from '../test/fixtures.ts';
import { decodeAudio } from './decode.ts';
import { mediaTypes, requestForMediaType } from './media-type.ts';

const decode = (name: string, mediaType: string) =>
  decodeAudio(readFixture(name), requestForMediaType(mediaType)!);

test('there are three media types, and no other', () => {
  expect(mediaTypes).toEqual(['auto', 'pcm/8000/16/mono', 'pcm/16000/16/mono']);
  for (const name of ['', 'AUTO', 'pcm/44100/16/mono', 'toString', '__proto__']) {
    expect(requestForMediaType(name)).toBeUndefined();
  }
});

describe('auto', () => {
  test.each(['wav-pcm_alaw.wav', 'mono.mp3', 'mono.flac', 'mono.ogg'])('accepts %s', async (name) => {
    expect((await decode(name, 'auto')).samples.length).toBeGreaterThan(0);
  });

  test.each(['mono.opus', 'stereo.oga', 'stereo.webm'])('does not accept %s', async (name) => {
    await expect(decode(name, 'auto')).rejects.toMatchObject({ code: 'not-accepted' });
  });

  test('does not take raw audio', async () => {
    await expect(decode('raw.pcm', 'auto')).rejects.toMatchObject({ code: 'unknown-format' });
  });
});

describe.each([
  ['pcm/8000/16/mono', 8000],
  ['pcm/16000/16/mono', 16_000],
])('%s', (mediaType, rate) => {
  test('takes raw audio at its rate', async () => {
    const { found, samples } = await decode('raw.pcm', mediaType);
    expect(found).toMatchObject({ container: 'raw', codec: 'pcm', rate, channels: 1 });
    expect(samples.length).toBe((readFixture('raw.pcm').length / 2) * (16_000 / rate));
  });

  test.each(headeredFixtures)('refuses %s', async (name) => {
    await expect(decode(name, mediaType)).rejects.toMatchObject({
      code: 'not-accepted',
      message: expect.stringContaining('declared raw pcm'),
    });
  });
});

test('without refuseHeader, declared raw is raw whatever it looks like', async () => {
  const bytes = readFixture('wav-pcm_s16le.wav');
  const { samples, found } = await decodeAudio(bytes, { raw: { encoding: 'pcm', rate: 16_000 } });
  expect(found.container).toBe('raw');
  expect(samples.length).toBe(bytes.length / 2);
});
