import fc from 'fast-check';
import { expect, it } from 'vitest';
import { FORMATS, readWish } from './speech-query.ts';

const CONFIG = { synthesisVoice: 'auto', language: 'en' } as const;

it('a request says more than its address', () => {
  const query = { voice: 'am_puck', language: 'pt-BR', accountTag: 'calls' };
  expect(readWish(query, {}, CONFIG, 'mp3')).toMatchObject({
    voice: { name: 'am_puck' },
    accountTag: 'calls',
  });
  expect(readWish(query, { voice: 'af_bella' }, CONFIG, 'mp3').voice.name).toBe('af_bella');
  expect(readWish({}, { language: 'pt-BR' }, CONFIG, 'mp3').voice.name).toBe('pf_dora');
  expect(readWish({}, {}, CONFIG, 'mp3')).toMatchObject({ voice: { name: 'af_heart' }, accountTag: '' });
});

it.each([
  ['mp3', '8000', { codec: 'mp3', sampleRate: 8000, kbps: 32 }, undefined],
  ['mp3', '48000', { codec: 'mp3', sampleRate: 24_000, kbps: 64 }, undefined],
  ['wav', '16000', { codec: 'wav', sampleRate: 16_000 }, undefined],
  ['l16', '8000', { codec: 'pcm', sampleRate: 8000 }, 'audio/l16;rate=8000'],
])('%s at %s Hz', (format, sampleRate, encoded, mediaType) => {
  const wish = readWish({ format, sampleRate }, {}, CONFIG, 'mp3');
  expect(wish.format).toMatchObject(encoded);
  expect(wish.mediaType).toBe(mediaType);
});

it('never makes more samples than were asked for, or than the model does', () => {
  fc.assert(
    fc.property(fc.constantFrom(...FORMATS), fc.integer({ min: 8000, max: 48_000 }), (format, sampleRate) => {
      const made = readWish({ format, sampleRate: String(sampleRate) }, {}, CONFIG, 'mp3').format.sampleRate;
      expect(made).toBeLessThanOrEqual(Math.min(24_000, sampleRate));
      expect(made).toBeGreaterThanOrEqual(8000);
    }),
  );
});
