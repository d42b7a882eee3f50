import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SpeechCache } from './speech-cache.ts';
import type { SpeechCall } from './speech-call.ts';
import { voiceNamed } from './voices.ts';

const call: SpeechCall = {
  text: 'Hello.',
  ssml: false,
  characters: 6,
  voice: voiceNamed('af_heart'),
  format: { codec: 'wav', sampleRate: 16_000, channels: 1, bitsPerSample: 16 },
  rate: 1,
  volume: 1,
  cache: true,
  accountTag: '',
  client: 'ana',
};
const speech = (length: number) => ({ audio: Buffer.alloc(length), audioMs: 1, marks: [] });

describe('the cache of speech', () => {
  it('has what was put there, for the same call', () => {
    const looks: boolean[] = [];
    const cache = new SpeechCache(100_000, (found) => looks.push(found));
    expect(cache.get(call)).toBeUndefined();
    cache.set(call, speech(10));
    expect(cache.get({ ...call, accountTag: 'sales', filename: 'a.wav' })).toEqual(speech(10));
    expect(looks).toEqual([false, true]);
  });

  it.each<[string, Partial<SpeechCall>]>([
    ['text', { text: 'Hello!' }],
    ['kind of text', { ssml: true }],
    ['voice', { voice: voiceNamed('af_bella') }],
    ['model', { voice: voiceNamed('af_heart-quality') }],
    ['rate', { rate: 1.1 }],
    ['volume', { volume: 0.9 }],
    ['caller', { client: 'bruno' }],
    ['codec', { format: { ...call.format, codec: 'pcm' } }],
    ['sample rate', { format: { ...call.format, sampleRate: 8000 } }],
    ['number of channels', { format: { ...call.format, channels: 2 } }],
    ['size of samples', { format: { ...call.format, bitsPerSample: 8 } }],
    ['bit rate', { format: { ...call.format, kbps: 24 } }],
  ])('has nothing for another %s', (_, change) => {
    const cache = new SpeechCache(100_000);
    cache.set(call, speech(10));
    expect(cache.get({ ...call, ...change })).toBeUndefined();
  });

  it('never grows over its limit, and leaves out what is too large for it', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(40_000), { minLength: 1, maxLength: 60 }), (lengths) => {
        const cache = new SpeechCache(50_000);
        for (const [index, length] of lengths.entries())
          cache.set({ ...call, text: `text ${index}` }, speech(length));
        const found = lengths.flatMap((_, index) => cache.get({ ...call, text: `text ${index}` }) ?? []);
        const held = found.reduce((sum, { audio }) => sum + audio.length, 0);
        expect(held).toBeLessThanOrEqual(50_000);
        for (const { audio } of found) expect(audio.length).toBeLessThanOrEqual(cache.largest);
        if (lengths.at(-1)! < 10_000)
          expect(cache.get({ ...call, text: `text ${lengths.length - 1}` })).toBeDefined();
      }),
    );
  });

  it('of no size keeps nothing', () => {
    const cache = new SpeechCache(0);
    cache.set(call, speech(10));
    expect(cache.get(call)).toBeUndefined();
  });
});
