import { expect, it } from 'vitest';
import { encoderCatalog } from '../../operations/encoders/catalog.ts';
import { bestEncoder, codecOf } from './choose-encoder.ts';

it.each([
  ['out.WAV', 'wav'],
  ['a/b.ogg', 'opus'],
  ['x.raw', 'pcm'],
  ['x.al', 'alaw'],
  ['speech', undefined],
  ['x.aac', undefined],
])('%s is %s', (file, codec) => {
  expect(codecOf(file)).toBe(codec);
});

it.each([
  ['A', 'mp3', 'mp3/22k/64kbps/mono'],
  ['A', 'wav', 'wav/22k/352kbps/mono'],
  ['B', 'opus', 'opus/24k/32kbps/mono'],
  ['C', 'alaw', 'alaw/16000/8/1'],
  ['C', 'pcm', 'pcm/16000/16/1'],
] as const)('of catalog %s, the best for %s is %s', (catalog, codec, name) => {
  expect(bestEncoder(codec, encoderCatalog(catalog))).toBe(name);
});

it('says what there is where a codec is missing', () => {
  expect(() => bestEncoder('opus', encoderCatalog('A'))).toThrow(
    'there is no encoder for opus, only for flac, mp2, mp3, pcm, wav',
  );
});
