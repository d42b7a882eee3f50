import { expect, test } from 'vitest';
import { ascii, concat } from '../test/build.ts';
import { readFixture } from '../test/fixtures.ts';
import { detectContainer, detectHeader } from './detect.ts';

test.each([
  ['wav-pcm_s16le.wav', 'wav'],
  ['wav-rf64.wav', 'wav'],
  ['mono.mp3', 'mp3'],
  ['stereo-vbr.mp3', 'mp3'],
  ['mono.flac', 'flac'],
  ['stereo.opus', 'ogg-opus'],
  ['stereo.ogg', 'ogg-vorbis'],
  ['stereo.oga', 'ogg-flac'],
  ['stereo.webm', 'webm'],
  ['live.webm', 'webm'],
] as const)('%s is %s', (name, container) => {
  expect(detectContainer(readFixture(name))).toBe(container);
  expect(detectHeader(readFixture(name))).toBe(container);
});

test('FLAC behind an ID3 tag is FLAC', () => {
  const tag = concat(ascii('ID3\x03\0\0\0\0\0\x05'), new Uint8Array(5));
  expect(detectContainer(concat(tag, readFixture('mono.flac')))).toBe('flac');
});

test('raw audio has no container', () => {
  for (const name of ['raw.pcm', 'raw.alaw', 'raw.ulaw', 'raw.gsm']) {
    expect(detectContainer(readFixture(name)), name).toBeUndefined();
  }
});

test('an MP3 that starts in the middle of a frame is detected by its frames, but has no header', () => {
  const torn = readFixture('stereo-vbr.mp3').subarray(700);
  expect(detectContainer(torn)).toBe('mp3');
  expect(detectHeader(torn)).toBeUndefined();
});

test('a pooled buffer is read from its own start', () => {
  const pooled = Buffer.concat([Buffer.from('garbage'), readFixture('mono.flac')]).subarray(7);
  expect(detectContainer(pooled)).toBe('flac');
});
