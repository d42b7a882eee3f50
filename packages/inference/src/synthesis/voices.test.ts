import { voiceFor, voiceLanguage, voiceNamed, voices } from '@locutor/contract';
import { models } from '@locutor/models';
import { pronouncedLanguage } from '@locutor/pronounce';
import { describe, expect, it } from 'vitest';
import { levelledVoices } from './voice-levels.ts';

describe('voices', () => {
  it('are all there are of the languages that are pronounced, each once', () => {
    const files = models.find(({ name }) => name === 'kokoro')!.files.map(({ name }) => name);
    const known = files.flatMap((name) => /^voice-([abpe]\w+)\.bin$/.exec(name)?.[1] ?? []);
    expect(voices.map(({ name }) => name).sort()).toEqual(known.sort());
  });

  it('have a measured level', () => {
    expect([...levelledVoices].sort()).toEqual(voices.map(({ name }) => name).sort());
  });

  it.each(voices)('$name speaks a language that is pronounced', (voice) => {
    expect(pronouncedLanguage(voice.languages[0]!)).toBe(voiceLanguage(voice));
    expect(voiceNamed(voice.name)).toBe(voice);
  });

  it('speak another language through a voice of it, of the same gender', () => {
    const heart = voiceNamed('af_heart')!;
    expect(voiceFor('en', heart)).toBe(heart);
    expect(voiceFor('pt', heart).name).toBe('pf_dora');
    expect(voiceFor('es', voiceNamed('bm_george')!).name).toBe('em_alex');
    expect(voiceFor('xx', heart)).toBe(heart);
  });

  it('are found by their own names only', () => {
    expect(voiceNamed('constructor')).toBeUndefined();
    expect(voiceNamed('AF_HEART')).toBeUndefined();
  });
});
