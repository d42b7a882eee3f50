import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { HttpError } from '../../http/errors.ts';
import { audioFormat, type Variant } from './audio-format.ts';

function refusal(contentType: string, variant: Variant): [string, string] | undefined {
  try {
    audioFormat(contentType, variant);
  } catch (error) {
    expect(error).toBeInstanceOf(HttpError);
    return [(error as HttpError).code, (error as HttpError).message];
  }
  return undefined;
}

describe('the Content-Type of audio', () => {
  it.each([undefined, '', 'audio/wav', 'audio/x-anything', 'application/octet-stream', 'AUDIO/WAV; x=y'])(
    '%j leaves it to the bytes',
    (type) => expect(audioFormat(type, 'current')).toEqual({}),
  );

  it.each([
    ['audio/raw', { encoding: 'pcm', rate: 16_000 }],
    ['audio/raw;rate=8000', { encoding: 'pcm', rate: 8000 }],
    ['Audio/RAW ; Rate="8000" ; Encoding=ALAW', { encoding: 'alaw', rate: 8000 }],
    ['audio/raw; encoding=ulaw', { encoding: 'ulaw', rate: 16_000 }],
    ['audio/raw; encoding=gsm', { encoding: 'gsm', rate: 8000 }],
    ['audio/raw; channels=1', { encoding: 'pcm', rate: 16_000 }],
  ])('%s describes raw audio', (type, raw) => {
    expect(audioFormat(type, 'current')).toEqual({ raw });
    expect(audioFormat(type, 'earlier')).toEqual({ raw });
  });

  it.each([
    ['audio/raw; rate=11025', 'rate to be 8000 or 16000, got "11025"'],
    ['audio/raw; rate=', 'rate to be 8000 or 16000, got ""'],
    ['audio/raw; encoding=mp3', 'encoding to be pcm, alaw, ulaw or gsm, got "mp3"'],
    ['audio/raw; encoding=gsm; rate=16000', 'rate to be 8000, the only rate of gsm, got "16000"'],
  ])('%s is refused with the parameter that is wrong', (type, expected) => {
    expect(refusal(type, 'current')).toEqual([
      'ERR_INVALID_PARAMETER',
      `Content-Type audio/raw: expected ${expected}`,
    ]);
    expect(refusal(type, 'earlier')?.[0]).toBe('ERR_INVALID_PARAMETER');
  });

  it.each(['text/plain', 'application/json', 'video/webm', 'audio', 'audiox/wav', '???'])(
    '%s is refused by the current variant alone',
    (type) => {
      expect(refusal(type, 'current')?.[0]).toBe('ERR_UNSUPPORTED_MEDIA_TYPE');
      expect(refusal(type, 'earlier')).toBeUndefined();
    },
  );

  it('never fails in another way', () => {
    fc.assert(
      fc.property(
        fc.string(),
        fc.constantFrom('', 'audio/', 'audio/raw;', 'audio/raw;rate='),
        (tail, head) => {
          refusal(head + tail, 'current');
          refusal(head + tail, 'earlier');
        },
      ),
    );
  });

  it('refuses a parameter that comes twice', () => {
    expect(() => audioFormat('audio/raw; rate=8000; Rate=16000', 'current')).toThrow(/has rate twice/);
  });
});
