import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ServiceError } from '../../errors/index.ts';
import { audioFormat, type Variant } from './audio-format.ts';

function refusal(contentType: string, variant: Variant): [string, string] | undefined {
  try {
    audioFormat(contentType, variant, 16_000);
  } catch (error) {
    expect(error).toBeInstanceOf(ServiceError);
    return [(error as ServiceError).code, (error as ServiceError).message];
  }
  return undefined;
}

describe('the Content-Type of audio', () => {
  it.each([undefined, '', 'audio/wav', 'audio/x-anything', 'application/octet-stream', 'AUDIO/WAV; x=y'])(
    '%j leaves it to the bytes',
    (type) => expect(audioFormat(type, 'current', 8000)).toEqual({ detectGsm: true }),
  );

  it.each([
    ['audio/raw', { encoding: 'pcm', rate: 16_000 }],
    ['audio/raw;rate=8000', { encoding: 'pcm', rate: 8000 }],
    ['Audio/RAW ; Rate="8000" ; Encoding=ALAW', { encoding: 'alaw', rate: 8000 }],
    ['audio/raw; encoding=ulaw', { encoding: 'ulaw', rate: 16_000 }],
    ['audio/raw; encoding=gsm', { encoding: 'gsm', rate: 8000 }],
    ['audio/raw; channels=1', { encoding: 'pcm', rate: 16_000 }],
    ['audio/raw; channels=2; rate=8000', { encoding: 'pcm', rate: 8000, channels: 2 }],
  ])('%s describes raw audio, which must not have a header', (type, raw) => {
    expect(audioFormat(type, 'current', 16_000)).toEqual({ raw, refuseHeader: true });
    expect(audioFormat(type, 'earlier', 16_000)).toEqual({ raw, refuseHeader: true });
  });

  it.each([
    ['audio/L16', { encoding: 'pcm-big-endian', rate: 16_000 }],
    ['audio/L16; rate=44100; channels=2', { encoding: 'pcm-big-endian', rate: 44_100, channels: 2 }],
    ['audio/PCMA', { encoding: 'alaw', rate: 8000 }],
    ['audio/PCMU', { encoding: 'ulaw', rate: 8000 }],
    ['AUDIO/pcmu; rate=16000; channels=2', { encoding: 'ulaw', rate: 16_000, channels: 2 }],
    ['audio/basic', { encoding: 'ulaw', rate: 8000 }],
    ['audio/gsm', { encoding: 'gsm', rate: 8000 }],
    ['audio/X-GSM; rate=8000', { encoding: 'gsm', rate: 8000 }],
  ])('%s describes raw audio, which may have a header', (type, raw) => {
    expect(audioFormat(type, 'current', 16_000)).toEqual({ raw, preferHeader: true });
    expect(audioFormat(type, 'earlier', 16_000)).toEqual({ raw, preferHeader: true });
  });

  it.each([
    ['audio/raw', 8000],
    ['audio/raw; encoding=alaw', 8000],
    ['audio/L16', 8000],
    ['audio/raw; rate=16000', 16_000],
    ['audio/L16; rate=24000', 24_000],
  ])('%s has the rate %2$i where the server says 8000', (type, rate) => {
    expect(audioFormat(type, 'current', 8000).raw?.rate).toBe(rate);
  });

  it.each([
    ['audio/raw; rate=11025', 'rate to be 8000 or 16000, got "11025"'],
    ['audio/raw; rate=', 'rate to be 8000 or 16000, got ""'],
    ['audio/raw; rate=08000', 'rate to be 8000 or 16000, got "08000"'],
    ['audio/raw; encoding=mp3', 'encoding to be pcm, alaw, ulaw or gsm, got "mp3"'],
    ['audio/raw; encoding=constructor', 'encoding to be pcm, alaw, ulaw or gsm, got "constructor"'],
    ['audio/raw; encoding=gsm; rate=16000', 'rate to be 8000, the only rate of gsm, got "16000"'],
    ['audio/raw; encoding=gsm; channels=2', 'channels to be 1, the only number of gsm, got "2"'],
    ['audio/raw; channels=3', 'channels to be 1 or 2, got "3"'],
    ['audio/raw; channels=two', 'channels to be 1 or 2, got "two"'],
    ['audio/l16; rate=1', 'rate to be an integer from 4000 to 192000, got "1"'],
    ['audio/l16; rate=8e3', 'rate to be an integer from 4000 to 192000, got "8e3"'],
    ['audio/pcma; rate=1000000', 'rate to be an integer from 4000 to 192000, got "1000000"'],
    ['audio/basic; rate=16000', 'rate to be 8000, the only rate of audio/basic, got "16000"'],
    ['audio/gsm; rate=16000', 'rate to be 8000, the only rate of audio/gsm, got "16000"'],
    ['audio/gsm; channels=2', 'channels to be 1, the only number of audio/gsm, got "2"'],
  ])('%s is refused with the parameter that is wrong', (type, expected) => {
    const name = type.slice(0, type.indexOf(';'));
    expect(refusal(type, 'current')).toEqual([
      'ERR_INVALID_PARAMETER',
      `Content-Type ${name}: expected ${expected}`,
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
        fc.constantFrom('', 'audio/', 'audio/raw;', 'audio/raw;rate=', 'audio/L16;rate='),
        (tail, head) => {
          refusal(head + tail, 'current');
          refusal(head + tail, 'earlier');
        },
      ),
    );
  });

  it('refuses a parameter that comes twice', () => {
    expect(() => audioFormat('audio/raw; rate=8000; Rate=16000', 'current', 16_000)).toThrow(
      /has rate twice/,
    );
  });
});
